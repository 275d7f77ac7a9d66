import { CallError } from "#platform/call.ts";

/** What a refusal says of each field, and of the whole where it names none of these. */
export function fieldErrors(error: Error | null, fields: readonly string[]) {
  const named = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field)) : [];
  return {
    errorOf: (name: string) => named.find(({ field }) => field === name)?.message,
    /** For the summary over the form; the id of a field is `portal-` and its name. */
    named: named.map(({ field, message }) => ({ id: `portal-${field}`, message })),
    whole: error && named.length === 0 ? error.message : undefined,
  };
}
