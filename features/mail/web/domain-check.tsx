import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, CircleDashed, CircleQuestionMark, CircleX, SearchCheck, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Tone } from "#ui/tone.ts";
import type { DomainRecord, DomainRecordState } from "../domain-contract.ts";
import { useCheckDomain } from "./settings-hooks.ts";
import { useDomainWords } from "./use-domain-words.ts";

/** Asks what the name servers say of the domain that mail comes from (MAIL-4), and shows it record by record with what to change. */
export function DomainCheck() {
  const { t } = useLingui();
  const id = useId();
  const [selector, setSelector] = useState("");
  const check = useCheckDomain();
  const { data, error } = check;
  const fieldError = error instanceof CallError ? error.errors.find(({ field }) => field === "selector")?.message : undefined;
  const { domain = "", records = [] } = data ?? {};
  const ask = () => check.mutate(selector, { onSuccess: (said) => announce(doneWords(said.domain)) });
  const doneWords = (name: string) => t`The domain ${name} was checked`;
  return (
    <section className="card mail-part mail-domain" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`Domain of the sender`}</h2>
      <p className="muted">
        <Trans>
          Whoever receives mail asks the name servers whether it may come from your domain. Look here what they answer; nothing is changed.
          The check is of the settings as they are saved.
        </Trans>
      </p>
      <form
        className="mail-domain-ask"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextField
          id="mail-selector"
          label={t`DKIM selector`}
          description={t`The name under which your mail server publishes its key, such as “mail” or “s1”.`}
          isOptional
          dir="ltr"
          autoComplete="off"
          maxLength={200}
          spellCheck={false}
          value={selector}
          onChange={setSelector}
          error={fieldError}
        />
        <Button type="submit" icon={SearchCheck} isPending={check.isPending} pendingLabel={t`Asking`}>
          <Trans>Check the domain</Trans>
        </Button>
      </form>
      {error && fieldError === undefined && (
        <Banner tone="danger" role="alert" title={t`The domain was not checked`}>
          <p>{error.message}</p>
        </Banner>
      )}
      {data && !error && (
        <>
          <h3>
            <Trans>
              What is said of <bdi>{domain}</bdi>
            </Trans>
          </h3>
          <ul className="mail-domain-records">
            {records.map((record) => (
              <li key={record.kind}>
                <RecordText record={record} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const looks: Record<DomainRecordState, { icon: LucideIcon; tone: Tone }> = {
  good: { icon: CircleCheck, tone: "success" },
  warning: { icon: TriangleAlert, tone: "warning" },
  wrong: { icon: CircleX, tone: "danger" },
  missing: { icon: CircleAlert, tone: "danger" },
  unasked: { icon: CircleQuestionMark, tone: "neutral" },
  skipped: { icon: CircleDashed, tone: "neutral" },
};

/** One record: how it stands, what that means, what was found, and how it should be. */
function RecordText({ record: { kind, state, notes, found, wanted } }: { record: DomainRecord }) {
  const { t } = useLingui();
  const words = useDomainWords();
  return (
    <>
      <p className="mail-domain-head">
        <strong>{words.kind[kind]}</strong>
        <Tag {...looks[state]}>{words.state[state]}</Tag>
      </p>
      {words.ofState(kind, state) && <p>{words.ofState(kind, state)}</p>}
      {notes.map(({ code, about }) => (
        <p key={code}>{words.note[code](about)}</p>
      ))}
      {found.map((text, nth) => (
        <p key={nth} className="small">
          <span className="muted">{t`Found:`}</span>{" "}
          <bdi dir="ltr">
            <code>{text}</code>
          </bdi>
        </p>
      ))}
      {wanted && (
        <div className="mail-domain-wanted">
          <p>{state === "missing" ? t`Add this TXT record where your domain is managed:` : t`Change the TXT record into this one:`}</p>
          <CopyId label={t`Name`} value={wanted.name} />
          <CopyId label={t`Value`} value={wanted.value} />
          {kind === "dkim" && (
            <p className="muted small">
              <Trans>In place of PUBLIC_KEY stands the public key that your mail server shows.</Trans>
            </p>
          )}
        </div>
      )}
    </>
  );
}
