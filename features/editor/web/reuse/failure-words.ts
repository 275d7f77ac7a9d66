import { CallError } from "#platform/call.ts";

/** Why something was refused, in the words for people: of the field at fault where the answer names one. */
export const failureWords = (error: unknown): string | undefined =>
  error instanceof CallError ? (error.errors[0]?.message ?? error.message) : error ? String(error) : undefined;
