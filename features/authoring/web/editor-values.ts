import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import { ScormPolicy } from "#features/courses/completion-policy.ts";
import { CourseFields, type EditorCourse } from "../contract.ts";

/** The values of the editor's form before validation. */
export type EditorValues = z.input<typeof CourseFields>;

/** The form's control, for the components with its fields. */
export type EditorControl = Control<EditorValues, unknown, z.output<typeof CourseFields>>;

const names = Object.keys(CourseFields.shape) as (keyof EditorValues)[];

/** The form's values for a stored course. */
export const valuesOf = (course: EditorCourse): EditorValues =>
  Object.fromEntries(names.map((name) => [name, course[name]])) as unknown as EditorValues;

/** The name of a form field; the policy has several. */
export type FieldName = Exclude<keyof EditorValues, "policy"> | `policy.${keyof ScormPolicy}`;

/** Field names in page order, which is the schema's order. */
export const fieldOrder: readonly FieldName[] = names.flatMap((name): FieldName[] =>
  name === "policy" ? (Object.keys(ScormPolicy.shape) as (keyof ScormPolicy)[]).map((part) => `policy.${part}` as const) : [name],
);

/** The HTML id of a field's control. */
export const fieldId = (name: FieldName) =>
  name === "enrolFrom" ? "starts-at" : name === "enrolUntil" ? "ends-at" : `editor-${name.replace(".", "-")}`;

/** The first message in what the form knows to be wrong with a field, or with something in it. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string" && error.message !== "") return error.message;
  // The form's own references to inputs are no part of what is wrong.
  for (const [name, part] of Object.entries(error)) {
    const found = name === "ref" ? undefined : messageIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A number field's text as a number; NaN, which every schema refuses with a sentence, when it is not a number. */
export const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
/** A number as the text of its field; empty for none. */
export const textOf = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : String(value));
