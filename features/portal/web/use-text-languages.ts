import { useLingui } from "@lingui/react/macro";
import { useLanguageName } from "#ui/use-language-name.ts";
import { settingChoices } from "../setting-choices.ts";
import { useEnvironment } from "./environment.ts";

/** The languages of texts that admins write: whether the portal offers one (ENV-8), and what it is called, with a mark where it is not offered. */
export function useTextLanguages() {
  const { t } = useLingui();
  const nameOf = useLanguageName();
  const { PortalSettings } = useEnvironment();
  const isOffered = (language: string) => settingChoices(PortalSettings, "languages").includes(language);
  return {
    isOffered,
    marked(language: string) {
      const name = nameOf(language);
      return isOffered(language) ? name : t`${name} (not offered here)`;
    },
  };
}
