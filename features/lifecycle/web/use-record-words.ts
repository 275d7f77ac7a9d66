import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ErasedKind, KeptKind, RecordHindrance } from "../contract.ts";

/** The words for what is erased, what stays, and why it cannot be. */
export function useRecordWords() {
  const { t } = useLingui();
  const erased: Record<ErasedKind, (count: number) => string> = {
    fields: (count) => t`${plural(count, { one: "# value of a custom field", other: "# values of custom fields" })}`,
    files: (count) => t`${plural(count, { one: "# file", other: "# files" })}`,
    groups: (count) => t`${plural(count, { one: "# group", other: "# groups" })}`,
    roles: (count) => t`${plural(count, { one: "# role", other: "# roles" })}`,
    sessions: (count) => t`${plural(count, { one: "# signed-in browser", other: "# signed-in browsers" })}`,
    answers: (count) => t`${plural(count, { one: "Answers of # quiz", other: "Answers of # quizzes" })}`,
    packages: (count) => t`${plural(count, { one: "Data of # part of a package", other: "Data of # parts of packages" })}`,
    entries: (count) => t`${plural(count, { one: "Details of # entry of the log", other: "Details of # entries of the log" })}`,
  };
  const kept: Record<KeptKind, (count: number) => string> = {
    enrolments: (count) => t`${plural(count, { one: "# enrolment", other: "# enrolments" })}`,
    attempts: (count) => t`${plural(count, { one: "# attempt", other: "# attempts" })}`,
    completions: (count) => t`${plural(count, { one: "# completion", other: "# completions" })}`,
    results: (count) => t`${plural(count, { one: "# quiz result", other: "# quiz results" })}`,
  };
  const hindrances: Record<RecordHindrance, string> = {
    self: t`Nobody merges or erases their own account.`,
    admin: t`This person is an admin. Take that role away first.`,
    systemAdmin: t`A system admin is neither merged nor erased.`,
  };
  return {
    erased: (kind: ErasedKind, count: number) => erased[kind](count),
    kept: (kind: KeptKind, count: number) => kept[kind](count),
    hindrances,
  };
}
