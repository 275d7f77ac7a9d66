import { completion, Completion } from "./completion/completion.ts";
import type { ConditionKind } from "./condition-kind.ts";
import { date, DateTest } from "./date/date.ts";
import { enrolment, Enrolment } from "./enrolment/enrolment.ts";
import { externalId, ExternalId } from "./external-id/external-id.ts";
import { field, Field } from "./field/field.ts";
import { group, Group } from "./group/group.ts";
import { language, LanguageTest } from "./language/language.ts";
import { profile, Profile } from "./profile/profile.ts";
import { role, Role } from "./role/role.ts";
import { scope, Scope } from "./scope/scope.ts";
import { status, Status } from "./status/status.ts";
import { timeZone, TimeZone } from "./time-zone/time-zone.ts";

/** The shapes of all kinds of tests. With `conditionKinds`, server/kind-sql.ts and web/kind-views.tsx all there is to extend for a new kind. */
export const tests = [
  Profile,
  ExternalId,
  LanguageTest,
  TimeZone,
  Status,
  Role,
  DateTest,
  Enrolment,
  Completion,
  Group,
  Scope,
  Field,
] as const;
export type Test =
  | Profile
  | ExternalId
  | LanguageTest
  | TimeZone
  | Status
  | Role
  | DateTest
  | Enrolment
  | Completion
  | Group
  | Scope
  | Field;
export type TestKind = Test["kind"];
export type TestOf<K extends TestKind> = Extract<Test, { kind: K }>;

export const conditionKinds: { readonly [K in TestKind]: ConditionKind<TestOf<K>> } = {
  profile,
  externalId,
  language,
  timeZone,
  status,
  role,
  date,
  enrolment,
  completion,
  group,
  scope,
  field,
};
