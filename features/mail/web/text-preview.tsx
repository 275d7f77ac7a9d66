import { Trans, useLingui } from "@lingui/react/macro";
import { MailCheck } from "lucide-react";
import { useId, useState } from "react";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { MailText, TextLanguage } from "../texts-contract.ts";
import { usePreviewText, useTestText } from "./texts-hooks.ts";

type Props = {
  params: { event: string; language: TextLanguage };
  /** Gives the text of the form when it may stand so, and marks what is wrong with it otherwise. */
  check: (work: (text: MailText) => void) => () => Promise<void>;
  onRefused: (error: Error) => void;
};

/** The letter as it would arrive, with examples: for a person of the portal, or for a made-up one. */
export function TextPreview({ params, check, onRefused }: Props) {
  const { t } = useLingui();
  const id = useId();
  const preview = usePreviewText(params);
  const [person, setPerson] = useState("");
  const [nobody, setNobody] = useState<string>();
  const test = useTestText(params);
  const refused = {
    onError: (error: Error) => {
      const ofPerson = error instanceof CallError ? error.errors.find(({ field }) => field === "person") : undefined;
      if (ofPerson) setNobody(ofPerson.message);
      else onRefused(error);
    },
  };
  const ask = (what: typeof preview | typeof test) =>
    check((text) => {
      setNobody(undefined);
      what.mutate({ text, person }, refused);
    });
  const { data } = preview;
  return (
    <section className="card mail-part" aria-labelledby={`${id}-preview`}>
      <h2 id={`${id}-preview`}>{t`Preview`}</h2>
      <TextField
        label={t`Email of a person`}
        description={t`Shows the email with their name and their time zone. What it tells of is an example.`}
        isOptional
        autoComplete="off"
        spellCheck={false}
        value={person}
        onChange={setPerson}
        error={nobody}
      />
      <div className="row">
        <Button isPending={preview.isPending} pendingLabel={t`Loading`} onPress={() => void ask(preview)()}>
          <Trans>Show the preview</Trans>
        </Button>
        <Button icon={MailCheck} isPending={test.isPending} pendingLabel={t`Sending`} onPress={() => void ask(test)()}>
          <Trans>Send it to me</Trans>
        </Button>
      </div>
      <p role="status">
        {test.data && (
          <Trans>
            A test message is on its way to <bdi>{test.data.address}</bdi>. What becomes of it is in the log of mail.
          </Trans>
        )}
      </p>
      {data && (
        <>
          <dl className="mail-facts">
            <dt>{t`To`}</dt>
            <dd>
              <bdi>{data.to}</bdi>
            </dd>
            <dt>{t`Subject`}</dt>
            <dd>
              <bdi>{data.subject}</bdi>
            </dd>
          </dl>
          <iframe className="mail-frame" title={t`The email as it is shown`} src={data.address} sandbox="" />
          <h3>{t`Plain text`}</h3>
          <pre className="mail-plain" dir="auto">
            {data.plain}
          </pre>
        </>
      )}
    </section>
  );
}
