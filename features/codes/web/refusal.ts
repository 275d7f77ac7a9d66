import type { CallError } from "#platform/call.ts";

/** Why a code was refused, in one sentence: what is wrong with a field, such as one's email, else with the whole. */
export const refusalOf = (error: CallError): string => error.errors[0]?.message ?? error.message;
