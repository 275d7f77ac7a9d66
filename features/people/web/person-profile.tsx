import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#features/portal/web/use-may.ts";
import { Banner } from "#ui/banner.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import { IdentityForm } from "./identity-form.tsx";
import { PasswordPart } from "./password-part.tsx";
import { useSavePerson } from "./person-hooks.ts";
import { StatusPart } from "./status-part.tsx";
import { useHindranceWords } from "./use-hindrance-words.ts";

/** Who the person is, and since when they are here. */
export default function PersonProfilePart({ person }: { person: Person }) {
  const { t } = useLingui();
  const words = useHindranceWords();
  const may = useMay();
  return (
    <>
      {person.locked && <Banner tone="info" title={words[person.locked]} />}
      {person.isShared ? <SharedIdentity person={person} /> : <Identity person={person} />}
      <section className="card person-card" aria-labelledby="person-membership">
        <h2 id="person-membership">
          <Trans>Membership</Trans>
        </h2>
        <dl className="person-facts">
          <div>
            <dt className="muted">{t`Member since`}</dt>
            <dd>
              <Time instant={person.joinedAt} kind="date" />
            </dd>
          </div>
          <div>
            <dt className="muted">{t`Last signed in`}</dt>
            <dd>{person.lastSignInAt ? <Time instant={person.lastSignInAt} /> : t`Never`}</dd>
          </div>
        </dl>
      </section>
      <PasswordPart person={person} />
      {!person.locked && may("deactivate-people") && <StatusPart person={person} />}
    </>
  );
}

/** Name and email of somebody who uses the same account elsewhere too: shown, with the reason why they are not changed here. */
function SharedIdentity({ person: { givenName, familyName, email } }: { person: Person }) {
  const { t } = useLingui();
  const facts = [
    [t`Given name`, givenName],
    [t`Family name`, familyName],
    [t`Email`, email],
  ] as const;
  return (
    <section className="card person-card" aria-labelledby="person-identity">
      <h2 id="person-identity">
        <Trans>Name and email</Trans>
      </h2>
      <p className="muted">
        <Trans>This person uses the same account elsewhere too, so only they themselves change name and email, in My account.</Trans>
      </p>
      <dl className="person-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>
              <bdi>{value || "–"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Identity({ person }: { person: Person }) {
  const save = useSavePerson(person.userId);
  const may = useMay();
  return (
    <IdentityForm
      identity={person}
      isLocked={person.locked !== null || !may("edit-people")}
      onSave={(values) => save.mutateAsync(values)}
    />
  );
}
