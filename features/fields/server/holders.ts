import { sql, type RawBuilder } from "kysely";
import type { FieldDefinition, Subject } from "../definition.ts";

interface Holder {
  /** The table of values, and its column that says whose they are. */
  readonly values: RawBuilder<unknown>;
  readonly owner: RawBuilder<unknown>;
  /** The index that keeps values of unique fields apart. */
  readonly unique: string;
  /** What an entry of the audit log is about. */
  readonly object: "user" | "course";
}

/** Where the values of each subject of fields are. */
export const holders: Readonly<Record<Subject, Holder>> = {
  person: { values: sql`field_values`, owner: sql`user_id`, unique: "field_values_unique", object: "user" },
  course: { values: sql`course_field_values`, owner: sql`course_id`, unique: "course_field_values_unique", object: "course" },
};

/** The subject of some fields, which are all of one. */
export const subjectOf = (fields: readonly Pick<FieldDefinition, "subject">[]): Subject => fields[0]?.subject ?? "person";
