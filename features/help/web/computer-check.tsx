import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import type { Finding } from "../check.ts";
import { checks, type CheckName } from "../checks.ts";
import { Findings } from "./findings.tsx";

const names = Object.keys(checks) as CheckName[];

/** Check my computer (HELP-4), below its title: whether this browser has what the portal needs, each with what to do about it. Nothing of it is sent anywhere. */
export default function ComputerCheck() {
  const { t } = useLingui();
  const [found, setFound] = useState<Readonly<Record<CheckName, Finding>> | null>(null);
  const [isChecking, setChecking] = useState(false);
  const check = () => {
    setChecking(true);
    const looking = names.map(async (name) => [name, await checks[name].find()] as const);
    void Promise.all(looking).then((all) => {
      const bad = all.filter(([, { isGood }]) => !isGood).length;
      announce(bad === 0 ? t`Everything is as it should be` : t`Something needs a look`);
      setFound(Object.fromEntries(all) as Record<CheckName, Finding>);
      setChecking(false);
    });
  };
  return (
    <>
      <p>
        <Button variant={found ? "secondary" : "primary"} isPending={isChecking} pendingLabel={t`Checking`} onPress={check}>
          {found ? <Trans>Check again</Trans> : <Trans>Begin</Trans>}
        </Button>
      </p>
      {found && <Findings found={names.map((name) => ({ title: checks[name].title, finding: found[name] }))} headingLevel={2} />}
    </>
  );
}
