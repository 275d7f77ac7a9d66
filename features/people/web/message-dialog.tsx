import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { mostMessage, mostSubject } from "../contract.ts";

/** Asks what chosen people are told, in plain text. */
export default function MessageDialog({ goOn }: { goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const [subject, setSubject] = useState("");
  const [body, setBody] = useState("");
  const [isTried, setTried] = useState(false);
  const missing = (text: string, words: string) => (isTried && text.trim() === "" ? words : undefined);
  return (
    <AskDialog
      title={t`Send a message`}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (subject.trim() !== "" && body.trim() !== "") goOn({ subject: subject.trim(), body: body.trim() });
      }}
    >
      <div className="form">
        <p className="muted">
          <Trans>
            Everybody finds it in their notifications, and by email if they have not switched that off. Your name stands below it.
          </Trans>
        </p>
        <TextField
          label={t`Subject`}
          value={subject}
          onChange={setSubject}
          maxLength={mostSubject}
          error={missing(subject, t`Write a subject.`)}
        />
        <TextArea
          label={t`Message`}
          value={body}
          onChange={setBody}
          rows={6}
          maxLength={mostMessage}
          error={missing(body, t`Write a message.`)}
        />
      </div>
    </AskDialog>
  );
}
