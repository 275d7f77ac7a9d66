import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import * as z from "zod/mini";
import { CallError } from "#platform/call.ts";

interface Problems<Field extends string> {
  /** A sentence for each invalid field. */
  readonly fields: Partial<Record<Field, string>>;
  /** What is wrong with the form as a whole, or why the server did not answer. */
  readonly whole: string | null;
}

/** After so long a wait the form says that it takes longer than usual. */
const slowMs = 5_000;

/**
 * A short form that its schema validates when it is sent. Values are read from the inputs at that moment, so that what a password manager
 * filled in counts even without an input event. A refused password stays in its field; the first invalid field gets the focus.
 * After a success the form stays in its waiting state, because the page is being left; `settle` ends that where the form stays.
 */
export function useAuthForm<S extends z.ZodMiniObject>(schema: S, send: (values: z.output<S>, settle: () => void) => Promise<void>) {
  type Field = keyof S["shape"] & string;
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [problems, setProblems] = useState<Problems<Field>>({ fields: {}, whole: null });

  const fail = (fields: Problems<Field>["fields"], whole: string | null, focus?: string) => {
    setProblems({ fields, whole });
    const first = Object.keys(schema.shape).find((name) => name in fields) ?? focus;
    const input = first ? form.current?.elements.namedItem(first) : null;
    if (input instanceof HTMLInputElement) input.focus();
  };

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    if (isSending) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = z.safeParse(schema, typed);
    if (!parsed.success) {
      const fields: Problems<Field>["fields"] = {};
      for (const issue of parsed.error.issues) fields[String(issue.path[0]) as Field] ??= issue.message;
      return fail(fields, null);
    }
    setSending(true);
    setProblems({ fields: {}, whole: null });
    const soon = setTimeout(() => setSlow(true), slowMs);
    try {
      await send(parsed.data, () => setSending(false));
    } catch (error) {
      setSending(false);
      if (!(error instanceof CallError)) throw error;
      const fields: Problems<Field>["fields"] = {};
      for (const { field, message } of error.errors) if (field in schema.shape) fields[field as Field] ??= message;
      if (Object.keys(fields).length > 0) return fail(fields, null);
      const whole =
        error.status === 0
          ? t`Stoa could not be reached. Check your connection and try again; what you typed is still here.`
          : error.message;
      return fail({}, whole, "password");
    } finally {
      clearTimeout(soon);
      setSlow(false);
    }
  }

  /** Props for a field of the form: its name, and its error. */
  const field = (name: Field) => ({ name, error: problems.fields[name] });
  return { form, onSubmit, isSending, isSlow, field, whole: problems.whole };
}
