import * as fc from "fast-check";
import { deepest, type Condition } from "../condition.ts";
import { conditionRoles } from "../role/role.ts";
import { externalIdPresence } from "../external-id/external-id.ts";
import { dateParts } from "../date/date.ts";
import { enrolmentTests } from "../enrolment/enrolment.ts";
import type { FieldTest } from "../field/field.ts";
import type { Test } from "../kinds.ts";
import type { When } from "../moment.ts";
import { profileParts } from "../profile/profile.ts";
import { textTests } from "../text-test.ts";

/** The ids that random conditions name. */
export interface Known {
  readonly courseIds: readonly number[];
  readonly groupIds: readonly number[];
  /** By kind. */
  readonly fieldIds: Readonly<Record<string, number>>;
  readonly optionIds: readonly number[];
  readonly personIds: readonly number[];
  /** Whose teams there are. */
  readonly managerIds: readonly number[];
}

const pieces = [
  "a",
  "ana",
  "Ana ",
  "mull",
  "Müller",
  "WEISS",
  "berg",
  "o'",
  "ruiz",
  "north",
  "p1",
  "nr-0",
  "é7",
  "@",
  ".test",
  "đặng",
  "ан",
  "%",
  "_",
  "\\",
  "zoe oer",
];

const timeZones = ["Europe/Berlin", "Asia/Kolkata", "Asia/Calcutta", "America/New_York", "No/Where"];

/** Random conditions about what the people of test/people.ts have, and about what nobody has. */
export function aCondition(known: Known): fc.Arbitrary<Condition> {
  const some = (ids: readonly number[], minLength = 0) => fc.uniqueArray(fc.constantFrom(...ids, 999_999), { minLength, maxLength: 3 });
  const text = fc.record({ test: fc.constantFrom(...textTests), text: fc.constantFrom(...pieces).map((piece) => piece.trim()) });
  const day = fc
    .integer({ min: 0, max: 400 })
    .map((days) => new Date(Date.UTC(2026, 10, 21) - days * 86_400_000).toISOString().slice(0, 10));
  const when: fc.Arbitrary<When> = fc.oneof(
    fc.record({ test: fc.constantFrom("before" as const, "since" as const), day }),
    fc.record({ test: fc.constantFrom("within" as const, "olderThan" as const), days: fc.integer({ min: 1, max: 300 }) }),
  );
  const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
  const field = (kind: string, is: fc.Arbitrary<FieldTest>) =>
    is.map((one): Test => ({ kind: "field", fieldId: known.fieldIds[kind] ?? 999_999, is: one }));
  const number = fc.integer({ min: -3, max: 8 }).map((half) => half - 0.5);
  const fields = [
    field(
      "text",
      text.map((one) => ({ by: "text", ...one })),
    ),
    field("number", fc.record({ by: fc.constant("number" as const), least: orNull(number), most: orNull(number) })),
    field(
      "yes_no",
      fc.boolean().map((is) => ({ by: "yes", is })),
    ),
    field("date", fc.record({ by: fc.constant("day" as const), from: orNull(day), to: orNull(day) })),
    field(
      "date_time",
      when.map((one) => ({ by: "moment", when: one })),
    ),
    ...["single", "multi"].map((kind) =>
      field(
        kind,
        some(known.optionIds, 1).map((optionIds) => ({ by: "option", optionIds })),
      ),
    ),
    field(
      "person",
      some(known.personIds, 1).map((personIds) => ({ by: "person", personIds })),
    ),
    // Of any field: no value, and a way to compare that its values are not stored for.
    ...["text", "multi", "none"].map((kind) => field(kind, fc.constantFrom<FieldTest>({ by: "none" }, { by: "yes", is: true }))),
  ];
  const test: fc.Arbitrary<Test> = fc.oneof(
    text.chain((one) => fc.constantFrom(...profileParts).map((of): Test => ({ kind: "profile", of, ...one }))),
    fc
      .oneof(
        text,
        fc.constantFrom(...externalIdPresence).map((presence) => ({ test: presence })),
      )
      .map((is): Test => ({ kind: "externalId", is })),
    orNull(fc.uniqueArray(fc.constantFrom("en", "de", "fr"), { minLength: 1 })).map((languages): Test => ({ kind: "language", languages })),
    orNull(fc.uniqueArray(fc.constantFrom(...timeZones), { minLength: 1, maxLength: 2 })).map((zones): Test => ({
      kind: "timeZone",
      zones,
    })),
    fc.constantFrom<Test>({ kind: "status", is: "active" }, { kind: "status", is: "suspended" }),
    fc.constantFrom(...conditionRoles).map((is): Test => ({ kind: "role", is })),
    fc.record({ kind: fc.constant("date" as const), of: fc.constantFrom(...dateParts), when: orNull(when) }),
    fc.record({ kind: fc.constant("enrolment" as const), test: fc.constantFrom(...enrolmentTests), courseIds: some(known.courseIds) }),
    fc.record({ kind: fc.constant("completion" as const), courseIds: some(known.courseIds), when: orNull(when) }),
    some(known.groupIds, 1).map((groupIds): Test => ({ kind: "group", groupIds })),
    some(known.managerIds, 1).map((managerIds): Test => ({ kind: "scope", managerIds })),
    { arbitrary: fc.oneof(...fields), weight: 3 },
  );
  const { node } = fc.letrec<{ node: Condition }>((tie) => ({
    node: fc.oneof(
      { maxDepth: deepest, withCrossShrink: true },
      { arbitrary: test as fc.Arbitrary<Condition>, weight: 3 },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom("all" as const, "any" as const, "none" as const),
          of: fc.array(tie("node"), { maxLength: 3 }),
        }),
        weight: 2,
      },
    ),
  }));
  return node;
}
