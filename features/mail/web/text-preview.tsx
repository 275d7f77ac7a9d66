import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { MailText, TextLanguage } from "../texts-contract.ts";
import { usePreviewText } from "./texts-hooks.ts";

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
  const show = check((text) => {
    setNobody(undefined);
    preview.mutate(
      { text, person },
      {
        onError: (error) => {
          const ofPerson = error instanceof CallError ? error.errors.find(({ field }) => field === "person") : undefined;
          if (ofPerson) setNobody(ofPerson.message);
          else onRefused(error);
        },
      },
    );
  });
  const { data } = preview;
  return (
    <section className="card mail-part" aria-labelledby={`${id}-preview`}>
      <h2 id={`${id}-preview`}>{t`Preview`}</h2>
      <TextField
        label={t`Email of a person`}
        description={t`Shows the letter with their name and their time zone. What it tells of is an example.`}
        isOptional
        autoComplete="off"
        spellCheck={false}
        value={person}
        onChange={setPerson}
        error={nobody}
      />
      <div className="row">
        <Button isPending={preview.isPending} pendingLabel={t`Loading`} onPress={() => void show()}>
          <Trans>Show the preview</Trans>
        </Button>
      </div>
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
          <iframe className="mail-frame" title={t`The letter as it is shown`} src={data.address} sandbox="" />
          <h3>{t`Plain text`}</h3>
          <pre className="mail-plain" dir="auto">
            {data.plain}
          </pre>
        </>
      )}
    </section>
  );
}
