import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { most } from "../policy.ts";

type CommentFormProps = {
  label: string;
  /** What is changed; empty for something new. */
  start?: string;
  action: string;
  isPending: boolean;
  error: unknown;
  /** Called with the trimmed words; what was typed stays until the owner closes the form. */
  onSend: (words: string) => void;
  onCancel?: () => void;
  autoFocus?: boolean;
};

/** A field for the words of a comment, with its button. A refusal stands above it and nothing typed is lost. */
export function CommentForm({ label, start = "", action, isPending, error, onSend, onCancel, autoFocus = true }: CommentFormProps) {
  const { t } = useLingui();
  const [words, setWords] = useState(start);
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    const trimmed = words.trim();
    setMissing(trimmed === "");
    if (trimmed !== "") onSend(trimmed);
  };
  return (
    <form
      className="form comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {error instanceof CallError && (
        <Banner tone="danger" role="alert">
          {error.status === 0 ? t`It was not sent. Check your connection, then try again.` : error.message}
        </Banner>
      )}
      <TextArea
        label={label}
        rows={3}
        value={words}
        maxLength={most.words}
        onChange={(next) => {
          setWords(next);
          setMissing(false);
        }}
        autoFocus={autoFocus}
        dir="auto"
        {...(isMissing && { error: t`Write your comment.` })}
      />
      <div className="row">
        <Button type="submit" variant="primary" size="s" isPending={isPending} pendingLabel={t`Sending`}>
          {action}
        </Button>
        {onCancel && (
          <Button size="s" variant="quiet" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
