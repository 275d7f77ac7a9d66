import { mayChangePerson } from "#features/roles/policy.ts";
import { reachedCourses } from "#features/roles/server/service.ts";
import { phrase } from "#platform/words.ts";
import { shortened } from "#platform/shortened.ts";
import type { Change, Verdict } from "../../finding.ts";
import { fieldIdOf } from "../../plan.ts";
import { keyOfField } from "../field-words.ts";
import { leadsOf, present, type Decided, type Judging, type StagedRow } from "../judge.ts";
import { listHolders, listKnown, listTwins } from "../lookups.ts";
import { error } from "../read-row.ts";
import { readResult, type ResultWish } from "./read-result.ts";
import { listCourses, listResults } from "./result-queries.ts";

/** A result that a row will write. */
export interface NewResult {
  readonly userId: number;
  readonly courseId: number;
  readonly versionId: number;
  readonly startedAt: string;
  readonly completedAt: string;
  readonly score: number | null;
  readonly passed: boolean | null;
}

export interface JudgedResult extends Decided {
  readonly record: NewResult | null;
}

const words = { true: "passed", false: "not passed", null: "completed" } as const;

/**
 * Decides what each of these rows of results would do, or why it cannot, against what is there now. Writes nothing. A result of the same person in the same course
 * on the same day is there already, wherever it came from: what was learnt here is never written over, and a table brought in twice changes nothing.
 */
export async function judgeResults(judging: Judging, rows: readonly StagedRow[]): Promise<JudgedResult[]> {
  const { db, scope, importId, plan, owner, zone } = judging;
  const { portalId } = scope;
  const read = rows.map((row) => ({ ...row, ...readResult(row.cells, judging) }));
  const keyOf = (wish: ResultWish): string | null =>
    plan.key === "email"
      ? (wish.email ?? null)
      : plan.key === "external_id"
        ? (wish.externalId ?? null)
        : keyOfField(wish.field?.definition, wish.field?.value ?? null);
  const keys = present(read.map(({ wish }) => keyOf(wish)));
  const fieldId = fieldIdOf(plan.key);
  const field = fieldId === null ? null : { id: fieldId, keys };
  const { people, gone } = await listKnown(
    db,
    scope,
    { emails: plan.key === "email" ? keys : [], externalIds: plan.key === "external_id" ? keys : [], field },
    judging.isWriting,
  );
  const byId = new Map(people.map((one) => [one.id, one]));
  const holders = field ? new Map((await listHolders(db, portalId, field)).map((one) => [one.fieldKey, one.userId])) : null;
  const led = leadsOf(gone, byId);
  const byKey = new Map(people.map((one) => [plan.key === "email" ? one.email : one.externalId, one]));
  const find = (key: string) =>
    plan.key === "email"
      ? (byKey.get(key) ?? led.byEmail.get(key))
      : plan.key === "external_id"
        ? (byKey.get(key) ?? led.byExternal.get(key))
        : (byId.get(holders?.get(key) ?? 0) ?? led.byId.get(holders?.get(key) ?? 0));
  const courses = await listCourses(db, portalId, present(read.map(({ wish }) => wish.course)));
  const coursesOf = (written: string) => {
    const numbered = courses.filter(({ id }) => String(id) === written.replace(/^#/, ""));
    return numbered.length > 0 ? numbered : courses.filter(({ title }) => title === written.toLowerCase());
  };
  const drafts = read.map((row) => {
    const key = keyOf(row.wish);
    const found = key === null ? undefined : find(key);
    const named = row.wish.course === undefined ? [] : coursesOf(row.wish.course);
    return { ...row, key, member: found?.isMember ? found : null, named, course: named.length === 1 ? named[0] : undefined };
  });
  const there = new Set(
    (
      await listResults(db, portalId, {
        userIds: drafts.flatMap(({ member }) => member?.id ?? []),
        courseIds: drafts.flatMap(({ course }) => course?.id ?? []),
        zone,
      })
    ).map(({ userId, courseId, day }) => `${userId}:${courseId}:${day}`),
  );
  const mayDo = await reachedCourses(
    db,
    scope,
    drafts.flatMap(({ member, course }) => (member && course ? [{ userId: member.id, courseId: course.id }] : [])),
  );
  const nameOf = ({ member, course, wish: { completed } }: (typeof drafts)[number]) =>
    member && course && completed ? `${member.id}:${course.id}:${completed.day}` : null;
  const first = Math.min(...rows.map(({ number }) => number));
  const seen = new Map<string, number>();
  for (const { matchKey, number } of await listTwins(db, portalId, importId, first, {
    emails: [],
    keys: present(drafts.map(nameOf)),
    personIds: [],
  }))
    if (matchKey !== null) seen.set(matchKey, number);

  return drafts.map((draft): JudgedResult => {
    const { number, wish, member, course, named, columnOf, key } = draft;
    const findings = [...draft.findings];
    const tell = (meaning: string, code: string, text: string, params = {}) =>
      void findings.push(error(columnOf.get(meaning) ?? null, code, text, params));
    if (key === null && !findings.some(({ column }) => column === columnOf.get(plan.key)))
      tell(plan.key, "key_needed", phrase("People are found by this column, so it cannot be empty."));
    // Who is out of reach and who is not there get the same words (security.md 9).
    else if (key !== null && (!member || !member.isReached)) tell(plan.key, "nobody", phrase("Nobody whom you manage fits this row."));
    else if (member && (member.isErasing || member.id === owner.userId || !mayChangePerson(owner, member)))
      tell(plan.key, "not_yours", phrase("This row cannot be imported with your rights."));
    if (wish.course !== undefined && named.length === 0)
      tell("course", "no_course", phrase("There is no course {course}."), { course: shortened(wish.course, 120) });
    if (named.length > 1)
      tell("course", "courses_many", phrase("Several courses have this name. Write the number of one of them: {numbers}"), {
        numbers: named
          .map(({ id }) => `#${id}`)
          .slice(0, 5)
          .join(", "),
      });
    if (member?.isReached && course && !mayDo({ userId: member.id, courseId: course.id }))
      tell("course", "other_course", phrase("Your role is for other courses of this person."));
    const name = member?.isReached ? nameOf(draft) : null;
    const before = name === null ? undefined : seen.get(name);
    if (name !== null && before === undefined) seen.set(name, number);
    if (before !== undefined && before !== number)
      tell("completed", "twice", phrase("Row {row} says the same result. Keep one of the two."), { row: before });
    const at = { number, personId: member?.isReached ? member.id : null, email: null, matchKey: name };
    const ends = (verdict: Verdict) => ({ ...at, verdict, findings, changes: [], record: null });
    const { completed } = wish;
    if (findings.some(({ level }) => level === "error") || !member || !course || !completed) return ends("error");
    if (name !== null && there.has(name)) return ends("unchanged");
    const passed = wish.passed ?? null;
    const changes: Change[] = [
      { meaning: "course", before: null, after: course.name },
      { meaning: "completed", before: null, after: completed.day },
      ...(wish.started ? [{ meaning: "started", before: null, after: wish.started.day }] : []),
      ...(wish.score === undefined ? [] : [{ meaning: "score", before: null, after: String(wish.score) }]),
      { meaning: "result", before: null, after: words[`${passed}`] },
    ];
    return {
      ...at,
      verdict: "create",
      findings,
      changes,
      record: {
        userId: member.id,
        courseId: course.id,
        versionId: course.versionId,
        startedAt: (wish.started ?? completed).at.toISOString(),
        completedAt: completed.at.toISOString(),
        score: wish.score ?? null,
        passed,
      },
    };
  });
}
