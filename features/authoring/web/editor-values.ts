import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import type { CourseFields, EditorCourse } from "../contract.ts";

/** What the editor's form holds while it is typed into. */
export type EditorValues = z.input<typeof CourseFields>;

/** The form, for the parts that hold its fields. */
export type EditorControl = Control<EditorValues, unknown, z.output<typeof CourseFields>>;

/** The form's values of a course as it is stored. */
export const valuesOf = ({
  title,
  summary,
  outcomes,
  categoryIds,
  minutes,
  language,
  selfEnrol,
  policy,
  newWindow,
}: EditorCourse): EditorValues => ({
  title,
  summary,
  outcomes,
  categoryIds,
  minutes,
  language,
  selfEnrol,
  policy,
  newWindow,
});

/** Fields in the order of the page; each is the id of its control too, with `editor-` in front. */
export const fieldOrder = [
  "title",
  "summary",
  "outcomes",
  "categoryIds",
  "minutes",
  "language",
  "selfEnrol",
  "policy.complete",
  "policy.minutes",
  "policy.pass",
  "policy.passPercent",
  "policy.score",
  "newWindow",
] as const;
export type FieldName = (typeof fieldOrder)[number];
/** The id of a field's control. */
export const fieldId = (name: FieldName) => `editor-${name.replace(".", "-")}`;

/** A number field's text as a number; NaN, which every schema refuses in words, when it is none. */
export const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
/** A number as the text of its field: empty when there is none. */
export const textOf = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : String(value));
