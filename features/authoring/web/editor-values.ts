import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import { ScormPolicy } from "#features/courses/completion-policy.ts";
import { CourseFields, type EditorCourse } from "../contract.ts";

/** What the editor's form holds while it is typed into. */
export type EditorValues = z.input<typeof CourseFields>;

/** The form, for the parts that hold its fields. */
export type EditorControl = Control<EditorValues, unknown, z.output<typeof CourseFields>>;

const names = Object.keys(CourseFields.shape) as (keyof EditorValues)[];

/** The form's values of a course as it is stored. */
export const valuesOf = (course: EditorCourse): EditorValues =>
  Object.fromEntries(names.map((name) => [name, course[name]])) as unknown as EditorValues;

/** A field of the form; a policy has several. */
export type FieldName = Exclude<keyof EditorValues, "policy"> | `policy.${keyof ScormPolicy}`;

/** Fields in the order of the page, which is that of the schema; each is the id of its control too, with `editor-` in front. */
export const fieldOrder: readonly FieldName[] = names.flatMap((name): FieldName[] =>
  name === "policy" ? (Object.keys(ScormPolicy.shape) as (keyof ScormPolicy)[]).map((part) => `policy.${part}` as const) : [name],
);

/** The id of a field's control. */
export const fieldId = (name: FieldName) => `editor-${name.replace(".", "-")}`;

/** A number field's text as a number; NaN, which every schema refuses in words, when it is none. */
export const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
/** A number as the text of its field: empty when there is none. */
export const textOf = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : String(value));
