import type { ApiCall } from "#features/progress/contract.ts";

/** The most characters of a value or result that the log of calls has itself; the whole of what a package set is in the fact that came with the call. */
export const textInCall = 300;

/** A value as the log has it: a long one is cut and ends with "…". Without zero bytes and halves of characters, which cannot be stored. */
export const cutText = (text: string) =>
  (text.length > textInCall ? `${text.slice(0, textInCall - 1)}…` : text).replaceAll("\0", "").toWellFormed();

/** A long value that was set, and the batch of calls it came with; batches are numbered in their order. */
export interface WholeValue {
  readonly batchId: number;
  readonly element: string;
  readonly value: string;
}

/** A logged call with the whole of what it set or read, where one of the values is that: set with the same batch or, for what is read, not later. */
export function wholeCall(call: ApiCall, batchId: number, values: readonly WholeValue[]): ApiCall {
  const wholeOf = (cut: string | undefined, isSame: (one: WholeValue) => boolean) => {
    if (cut === undefined || cut.length < textInCall || !cut.endsWith("…")) return undefined;
    const beginning = cut.slice(0, -1);
    return values.findLast((one) => one.element === call.element && isSame(one) && cutText(one.value).startsWith(beginning))?.value;
  };
  const value = wholeOf(call.value, (one) => one.batchId === batchId);
  const result = wholeOf(call.result, (one) => one.batchId < batchId) ?? wholeOf(call.result, (one) => one.batchId === batchId);
  return { ...call, ...(value !== undefined && { value }), ...(result !== undefined && { result }) };
}
