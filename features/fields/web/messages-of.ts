import { CallError } from "#platform/call.ts";

/** The messages of a refusal by field, and one for the whole where no field is named. */
export function messagesOf(error: Error | null): Record<string, string> {
  if (!error) return {};
  const named = error instanceof CallError ? error.errors : [];
  return named.length > 0 ? Object.fromEntries(named.map(({ field, message }) => [field, message])) : { "": error.message };
}
