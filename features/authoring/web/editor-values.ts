import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import { CourseFields } from "../fields-contract.ts";

/** The values of the form of a course's settings before validation. */
export type EditorValues = z.input<typeof CourseFields>;

/** The form's control, for the components with its fields. */
export type EditorControl = Control<EditorValues, unknown, z.output<typeof CourseFields>>;

/** The name of a form field. */
export type FieldName = keyof EditorValues;

/** Field names in page order, which is the schema's order. */
export const fieldOrder = Object.keys(CourseFields.shape) as FieldName[];

/** The form's values for a stored course. */
export const valuesOf = (course: EditorValues): EditorValues =>
  Object.fromEntries(fieldOrder.map((name) => [name, course[name]])) as unknown as EditorValues;

/** The HTML id of a field's control. */
export const fieldId = (name: string) =>
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
