import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent, type ReactNode } from "react";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { longestText, type Question } from "../contract.ts";

type Props = {
  label: string;
  send: string;
  /** Said when it was sent. */
  sent: string;
  /** What sends it (TanStack Query). */
  writing: {
    isPending: boolean;
    error: Error | null;
    mutate: (words: string, options: { onSuccess: (question: Question) => void }) => void;
  };
  /** More buttons beside the one that sends. */
  children?: ReactNode;
};

/** Writes one more message under a question: for whoever asked, and for whoever answers. */
export function WriteForm({ label, send, sent, writing, children }: Props) {
  const { t, i18n } = useLingui();
  const mostCharacters = i18n.number(longestText);
  const [words, setWords] = useState("");
  const [error, setError] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = words.trim();
    const problem =
      typed === "" ? t`Write something first.` : typed.length > longestText ? t`Use at most ${mostCharacters} characters.` : "";
    setError(problem);
    if (problem) return;
    writing.mutate(typed, {
      onSuccess: () => {
        setWords("");
        announce(sent);
      },
    });
  };
  return (
    <form className="form support-write" noValidate onSubmit={submit}>
      {writing.error && (
        <Banner tone="danger" role="alert">
          {writing.error.message}
        </Banner>
      )}
      <TextArea id="write" label={label} rows={5} dir="auto" value={words} onChange={setWords} {...(error && { error })} />
      <div className="form-actions">
        <Button variant="primary" type="submit" isPending={writing.isPending} pendingLabel={t`Sending`}>
          {send}
        </Button>
        {children}
      </div>
    </form>
  );
}
