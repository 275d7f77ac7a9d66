import { useLingui } from "@lingui/react/macro";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";

export type TermsErrors = Readonly<Record<string, string>>;

/** The messages of a form that asks for an audience besides its fields, by field; "" is about none of them. */
export function useTermsErrors() {
  const { t } = useLingui();
  /** For a limited audience without a condition. */
  const noCondition: TermsErrors = { audience: t`Add a condition, or choose everybody.` };
  /** Of what the form's own schema refuses. */
  const ofIssues = (issues: readonly Pick<z.core.$ZodIssue, "path" | "message">[]): TermsErrors =>
    Object.fromEntries(
      issues.map(({ path, message }) =>
        path[0] === "audience"
          ? ["audience", t`A condition is not complete: give each its text, number or day.`]
          : [path.join("."), message],
      ),
    );
  /** Of what the server refuses. */
  const ofRefusal = (error: Error): TermsErrors => {
    const known = error instanceof CallError ? error.errors : [];
    return known.length > 0 ? Object.fromEntries(known.map(({ field, message }) => [field, message])) : { "": error.message };
  };
  return { noCondition, ofIssues, ofRefusal };
}
