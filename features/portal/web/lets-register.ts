import type { EnvironmentNoUser } from "../contract.ts";
import { settingText } from "../setting-values.ts";

/** Whether visitors can make an account of the portal by themselves. Apart from the contract, which learners' screens load too. */
export const letsRegister = ({ preventSelfRegistration, PortalSettings }: EnvironmentNoUser): boolean =>
  !preventSelfRegistration && settingText(PortalSettings, "registrationMode") !== "off";
