import { Trans, useLingui } from "@lingui/react/macro";
import { UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import type { Person } from "../person-contract.ts";
import { LazyStatusDialog } from "./lazy-dialogs.ts";
import { nameOf } from "./name-of.ts";
import { useSetStatus } from "./person-hooks.ts";

/** Deactivating somebody, or bringing them back. Not offered for oneself. */
export function StatusPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const save = useSetStatus(person.userId);
  const isActive = person.status === "active";
  return (
    <section className="card person-card" aria-labelledby="person-access">
      <h2 id="person-access">
        <Trans>Access</Trans>
      </h2>
      <p className="muted">
        {isActive
          ? t`Whoever is deactivated cannot enter this portal. Everything of theirs is kept, and they can return.`
          : t`This person is deactivated and cannot enter this portal. Everything of theirs is kept.`}
      </p>
      <div>
        <Button icon={isActive ? UserX : UserCheck} onPress={() => setOpen(true)}>
          {isActive ? <Trans>Deactivate</Trans> : <Trans>Reactivate</Trans>}
        </Button>
      </div>
      <LazyStatusDialog
        name={nameOf(person)}
        status={person.status}
        onSave={(change) => save.mutateAsync(change)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
