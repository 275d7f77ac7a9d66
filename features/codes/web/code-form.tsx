import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { FormNotes } from "#features/auth/web/form-notes.tsx";
import { useAuthForm } from "#features/auth/web/use-auth-form.ts";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TypedCode } from "../told.ts";
import { refusalOf } from "./refusal.ts";

interface CodeFormProps {
  /** What is done with a code that was typed. Throws a CallError with the reason where it does not work. */
  readonly send: (code: string) => Promise<void>;
  /** The code that a link brought, and why it does not work. */
  readonly code?: string | null;
  readonly refusal?: string | null;
  readonly isFocused?: boolean;
  /** Set beside another form, which has the primary action. */
  readonly isBeside?: boolean;
}

const codeForm = z.object({ code: TypedCode });

/** Where somebody types a code from a letter, a poster or a colleague. */
export function CodeForm({ send, code, refusal = null, isFocused = false, isBeside = false }: CodeFormProps) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, isSlow, field, whole } = useAuthForm(codeForm, async (typed, settle) => {
    await send(typed.code).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      throw new CallError(error.status, error.code, refusalOf(error), error.requestId);
    });
    settle();
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole ?? (isSending ? null : refusal)} isSlow={isSlow} />
      <TextField
        label={t`Code`}
        description={t`As it is written; capitals and dashes do not matter.`}
        {...field("code")}
        defaultValue={code ?? ""}
        autoFocus={isFocused}
        autoComplete="off"
        spellCheck="false"
        dir="ltr"
        maxLength={60}
      />
      <Button
        type="submit"
        variant={isBeside ? "secondary" : "primary"}
        isFullWidth
        isPending={isSending}
        pendingLabel={t`Looking at the code`}
      >
        <Trans>Look what it gives</Trans>
      </Button>
    </form>
  );
}
