import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { lacks } from "#features/portal/lacking.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { Button } from "#ui/button.tsx";
import type { Person } from "../person-contract.ts";
import { LazyPasswordLinkDialog } from "./lazy-dialogs.ts";

/** A link with which the person sets a password; admins make one for people who are no admins and belong to this portal alone. */
export function PasswordPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const { User } = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  if (!User.IsAdmin && !User.IsSystemAdmin) return null;
  const hindrance = person.isShared
    ? t`This person uses the same account elsewhere too, so only they themselves change its password.`
    : person.roles.admin
      ? t`Admins change their password themselves, in My account.`
      : person.status !== "active"
        ? t`Whoever is deactivated needs no password.`
        : null;
  if (person.locked || lacks(User, "set-passwords")) return null;
  return (
    <section className="card person-card" aria-labelledby="person-password">
      <h2 id="person-password">
        <Trans>Password</Trans>
      </h2>
      <p className="muted">
        {hindrance ??
          (person.hasPassword
            ? t`Forgotten? Hand over a link with which this person sets a new one.`
            : t`This person has none yet. Hand over a link with which they set one.`)}
      </p>
      {hindrance === null && (
        <div>
          <Button icon={KeyRound} onPress={() => setOpen(true)}>
            <Trans>Make a link</Trans>
          </Button>
        </div>
      )}
      <LazyPasswordLinkDialog key={String(isOpen)} person={person} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
