import type { FieldDefinition } from "#features/fields/definition.ts";
import { accessTo } from "#features/fields/policy.ts";
import { planValues, type PlannedChange } from "#features/fields/server/service.ts";
import { listWidening, type Foreseen } from "#features/groups/server/service.ts";
import { mayChangePerson, mayChangeRoles } from "#features/roles/policy.ts";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { languageNames } from "#platform/languages.ts";
import { phrase } from "#platform/words.ts";
import { shortened } from "#platform/shortened.ts";
import { noSeatCode, type Change, type Finding, type Verdict } from "../finding.ts";
import { fieldIdOf, type Plan } from "../plan.ts";
import type { GrantedRole } from "./cell-words.ts";
import { fieldChange, keyOfField, namedIn } from "./field-words.ts";
import { listEmails, listGroups, listHolders, listKnown, listMembers, listTwins, type Gone, type GroupRow, type Known } from "./lookups.ts";
import { error, readRow, type ReadRow } from "./read-row.ts";

/** What judging rows needs to know besides the rows. */
export interface Judging {
  readonly db: Db;
  readonly importId: number;
  /** Whoever imports, with the rights of this moment. */
  readonly owner: Actor;
  readonly scope: PeopleScope;
  readonly plan: Plan;
  /** The fields that the plan names. */
  readonly fields: ReadonlyMap<number, FieldDefinition>;
  readonly zone: string;
  readonly width: number;
  /** Which of these people belong to another portal too, or to no portal but another one. */
  readonly elsewhere: (userIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /**
   * The seats that are left for the rows that are judged; null without a limit. Asked once the people found are locked: whoever brings somebody back locks them too,
   * and then waits for a seat.
   */
  readonly seatsLeft: () => Promise<number | null>;
  /** The languages that the portal offers. */
  readonly languages: readonly string[];
  /** Locks the people found: the rows are about to be written. */
  readonly isWriting: boolean;
}

export interface StagedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** What a row will write. */
export interface Writing {
  /** Null for somebody who is no user yet. */
  readonly userId: number | null;
  readonly joins: boolean;
  readonly email: string;
  /** Names and address as they will be; those that stay as they are are missing. */
  readonly identity: {
    readonly email?: string;
    readonly given_name?: string;
    readonly family_name?: string;
    readonly locale?: string | null;
    readonly time_zone?: string | null;
  };
  readonly membership: { readonly external_id?: string | null; readonly status?: "active" | "suspended" };
  readonly groupIds: readonly number[];
  readonly roles: readonly GrantedRole[];
  readonly values: PlannedChange["changes"];
}

/** What was decided about a row. */
export interface Decided {
  readonly number: number;
  readonly verdict: Verdict;
  readonly personId: number | null;
  readonly email: string | null;
  readonly matchKey: string | null;
  readonly findings: readonly Finding[];
  readonly changes: readonly Change[];
  /** The groups that the person joins and leaves by their rules then; the check foresees it. */
  readonly foreseen?: Foreseen | undefined;
}

export interface JudgedRow extends Decided {
  readonly writing: Writing | null;
}

const notYours = phrase("This row cannot be imported with your rights.");

/** The value of the column that people are found by, in the form that is compared. */
function keyOf({ wish }: ReadRow, { plan: { key }, fields }: Judging): string | null {
  if (key === "email") return wish.email ?? null;
  if (key === "external_id") return wish.externalId ?? null;
  const id = fieldIdOf(key) ?? 0;
  return keyOfField(fields.get(id), wish.values[id] ?? null);
}

/**
 * Decides what each of these rows would do, or why it cannot, against what is there now. Writes nothing. The same function decides in the check and again in the
 * run, so that the run does what the check said or nothing.
 */
export async function judgeRows(judging: Judging, rows: readonly StagedRow[]): Promise<JudgedRow[]> {
  const { db, scope, importId, plan, fields, owner } = judging;
  const read = rows.map((row) => ({ ...row, ...readRow(row.cells, judging) }));
  const keyed = read.map((row) => ({ ...row, key: keyOf(row, judging) }));
  const keys = present(keyed.map(({ key }) => key));
  const emails = present(read.map(({ wish }) => wish.email));
  const fieldId = fieldIdOf(plan.key);
  const field = fieldId === null ? null : { id: fieldId, keys };
  const externalIds = present(read.map(({ wish }) => wish.externalId));
  const { people: known, gone } = await listKnown(db, scope, { emails, externalIds, field }, judging.isWriting);
  const byEmail = new Map(known.map((one) => [one.email, one]));
  const byId = new Map(known.map((one) => [one.id, one]));
  const byExternal = new Map(known.filter(({ externalId }) => externalId !== null).map((one) => [one.externalId, one]));
  const holders = field ? new Map((await listHolders(db, scope.portalId, field)).map(({ fieldKey, userId }) => [fieldKey, userId])) : null;
  const led = leadsOf(gone, byId);
  const find = (key: string) =>
    plan.key === "email"
      ? (byEmail.get(key) ?? led.byEmail.get(key))
      : plan.key === "external_id"
        ? (byExternal.get(key) ?? led.byExternal.get(key))
        : (byId.get(holders?.get(key) ?? 0) ?? led.byId.get(holders?.get(key) ?? 0));
  /** Whom a row is about: who is found by the key, or else, where people come back, whoever left with its external id. */
  const personOf = (key: string | null, { externalId }: ReadRow["wish"]) => {
    const person = key === null ? undefined : find(key);
    if (person?.isMember || !plan.returns || !externalId) return person;
    const holder = byExternal.get(externalId) ?? led.byExternal.get(externalId);
    return holder?.status === "suspended" ? holder : person;
  };

  const groups = await listGroups(
    db,
    scope.portalId,
    [...new Set(read.flatMap(({ wish }) => wish.groups.map((name) => name.toLowerCase())))],
    plan.groupIds,
  );
  const memberIds = known.filter(({ isMember }) => isMember).map(({ id }) => id);
  const joined = new Set(
    (
      await listMembers(
        db,
        scope.portalId,
        groups.map(({ id }) => id),
        memberIds,
      )
    ).map(({ groupId, userId }) => `${groupId}:${userId}`),
  );
  const widening = await listWidening(
    db,
    owner,
    groups.map(({ id }) => id),
    memberIds,
  );
  const elsewhere = await judging.elsewhere(known.map(({ id }) => id));
  const first = Math.min(...rows.map(({ number }) => number));
  // Where people are found by their address, the addresses say it all.
  const twins = await listTwins(db, scope.portalId, importId, first, {
    emails,
    keys: plan.key === "email" ? [] : keys,
    personIds: memberIds,
  });
  const seen = new Map<string, number>();
  const see = (name: string | null, number: number): number | null => {
    if (name === null) return null;
    const before = seen.get(name);
    if (before === undefined) seen.set(name, number);
    return before ?? null;
  };
  for (const { number, email, matchKey, personId } of twins.toSorted((a, b) => a.number - b.number))
    for (const name of [email && `e${email}`, matchKey && `k${matchKey}`, personId && `p${personId}`]) if (name) see(name, number);

  // Custom fields of all rows are checked together, so that two rows with one value of a unique field are found.
  const drafts = keyed.map((row) => ({ ...row, person: personOf(row.key, row.wish) }));
  const asked = drafts.map(({ number, person, wish }) => ({ userId: person?.isMember ? person.id : -number, values: wish.values }));
  const planned = await planValues(db, scope.portalId, [...fields.values()], asked);

  const emailOf = await listEmails(db, scope, namedIn(fields, planned.changes));
  let seatsLeft = (await judging.seatsLeft()) ?? Infinity;

  return drafts.map(({ number, key, person, wish: cells, findings: wrong, columnOf }): JudgedRow => {
    const findings = [...wrong];
    const wish = { ...cells };
    const tell = (meaning: string | null, code: string, text: string, params = {}) =>
      void findings.push(error(meaning === null ? null : (columnOf.get(meaning) ?? null), code, text, params));
    const member = person?.isMember ? person : null;
    const at = { number, personId: member?.id ?? null, email: wish.email ?? null, matchKey: plan.key === "email" ? null : key };
    const ends = (verdict: Verdict) => ({ ...at, verdict, findings, changes: [], writing: null });

    if (key === null && !findings.some(({ column }) => column === columnOf.get(plan.key)))
      tell(plan.key, "key_needed", phrase("People are found by this column, so it cannot be empty."));
    for (const [name, meaning] of [
      [wish.email && `e${wish.email}`, "email"],
      [key && `k${key}`, plan.key],
      [member && `p${member.id}`, plan.key],
    ] as const) {
      const before = name ? see(name, number) : null;
      if (before === null || before === number) continue;
      tell(meaning, "twice", phrase("Row {row} is about the same person. Keep one of the two."), { row: before });
      break;
    }
    if (person?.isSystemAdmin && !owner.isSystemAdmin) tell(null, "not_yours", notYours);
    else if (member && (!member.isReached || !mayChangePerson(owner, member))) tell(null, "not_yours", notYours);
    if (findings.some(({ level }) => level === "error")) return ends("error");

    if (!member && plan.mode === "update") {
      findings.push({ ...error(null, "not_here", phrase("Nobody here fits this row, and new people are not added.")), level: "note" });
      return ends("skip");
    }
    if (wish.status === undefined && plan.returns && member?.status === "suspended" && !member.isErasing) wish.status = "active";
    const comesBack = member?.status === "suspended" && wish.status === "active";
    if (member && plan.mode === "add" && !(plan.returns && comesBack)) {
      findings.push({
        ...error(null, "here_already", phrase("This person is here already, and people who are here are not changed.")),
        level: "note",
      });
      return ends("skip");
    }

    // What stays with an account that was merged away leads to who is kept, and is written to nobody.
    if (member && wish.email !== undefined && led.byEmail.get(wish.email) === member) delete wish.email;
    if (member && wish.externalId && led.byExternal.get(wish.externalId) === member) delete wish.externalId;
    const named = wish.email === undefined ? undefined : byEmail.get(wish.email);
    // Found by another column than the address, or new: the address may belong to somebody else.
    const holder = named && named.id !== member?.id ? named : null;
    if ((holder && (member || holder.isMember || holder.isSystemAdmin)) || (wish.email !== undefined && led.byEmail.has(wish.email)))
      tell("email", "email_taken", phrase("Somebody else has this e-mail address already."));
    if (!member && wish.email === undefined) tell("email", "email_missing", phrase("A new person needs an e-mail address."));
    const idHolder = wish.externalId ? byExternal.get(wish.externalId) : undefined;
    if ((idHolder && idHolder.id !== member?.id) || (wish.externalId && led.byExternal.has(wish.externalId)))
      tell("external_id", "id_taken", phrase("Somebody else has this external id already."));
    if (member?.isErasing && wish.status === "active")
      tell("status", "to_be_erased", phrase("This person is to be erased. They come back once an admin has cancelled that."));
    if (member?.id === owner.userId && wish.email !== undefined && wish.email !== member.email)
      tell("email", "own_email", phrase("You change your own email in My account, with your password."));
    if (wish.language != null && !judging.languages.includes(wish.language)) {
      if (wish.language !== member?.language)
        findings.push({
          ...error(
            columnOf.get("language") ?? null,
            "not_offered",
            phrase("Left out, because this portal offers other languages only: {languages}."),
            {
              languages: languageNames(judging.languages),
            },
          ),
          level: "note",
        });
      delete wish.language;
    }
    if (member?.id === owner.userId && wish.status === "suspended") tell("status", "yourself", phrase("You cannot deactivate yourself."));

    const ownGroups = joinable(wish.groups, plan.groupIds, groups, scope, (name, code, text) =>
      tell("groups", code, text, { group: shortened(name, 120) }),
    );
    const joins = ownGroups.filter(({ id }) => !member || !joined.has(`${id}:${member.id}`));
    if (member && joins.some(({ id }) => widening.has(`${id}:${member.id}`)))
      tell("groups", "widens", phrase("Would stay among your people beyond your rights"));
    if (!member && !landsInScope(scope, ownGroups))
      tell("groups", "outside_scope", phrase("A new person must join one of the groups that you manage."));
    const roles = wish.roles.filter((role) => !member || !holds(member, role));
    if (roles.length > 0 && !mayChangeRoles(owner, { id: member?.id ?? 0, isSystemAdmin: false }))
      tell("roles", "roles_refused", phrase("You cannot give this person a role."));
    const valueId = member?.id ?? -number;
    for (const { userId, fieldId: id, problem } of planned.problems)
      if (userId === valueId) tell(`field:${id}`, problem.code, problem.text, problem.params);
    for (const id of Object.keys(wish.values)) {
      const of = fields.get(Number(id));
      if (!of || !writable(of, owner, member?.id ?? 0)) tell(`field:${id}`, "locked", phrase("This field cannot be changed here."));
    }
    if (findings.some(({ level }) => level === "error")) return ends("error");

    const identity = member ?? (holder && !holder.isMember ? holder : null);
    const isKept = identity !== null && elsewhere.has(identity.id);
    const values = planned.changes.filter(({ userId }) => userId === valueId);
    const changes: Change[] = [];
    const differ = (meaning: string, before: string | null, after: string | null | undefined): boolean => {
      if (after === undefined || (after || null) === (before || null)) return false;
      changes.push({ meaning, before: before || null, after: after || null });
      return true;
    };
    const whole: Writing["identity"] = {
      ...(differ("email", member?.email ?? null, wish.email) && member && { email: wish.email }),
      ...(differ("given_name", member?.givenName ?? null, wish.givenName) && { given_name: wish.givenName }),
      ...(differ("family_name", member?.familyName ?? null, wish.familyName) && { family_name: wish.familyName }),
      ...(differ("language", member?.language ?? null, wish.language) && { locale: wish.language }),
      ...(differ("time_zone", member?.timeZone ?? null, wish.timeZone) && { time_zone: wish.timeZone }),
    };
    if (isKept && member) {
      // Said of members only: of somebody who is not here yet it would tell that they are known elsewhere.
      const own = new Set(["email", "given_name", "family_name", "language", "time_zone"]);
      const kept = changes.filter(({ meaning }) => own.has(meaning));
      for (const { meaning } of kept)
        findings.push({
          ...error(columnOf.get(meaning) ?? null, "kept", phrase("This stays as it is: only this person can change it.")),
          level: "note",
        });
      changes.splice(0, changes.length, ...changes.filter(({ meaning }) => !own.has(meaning)));
    }
    const membership: Writing["membership"] = {
      ...(differ("external_id", member?.externalId ?? null, wish.externalId) && { external_id: wish.externalId }),
      ...(wish.status !== undefined && differ("status", member?.status ?? null, wish.status) && { status: wish.status }),
    };
    for (const value of values) changes.push(fieldChange(fields, value, emailOf));
    for (const { name } of joins) changes.push({ meaning: "groups", before: null, after: name });
    for (const role of roles) changes.push({ meaning: "roles", before: null, after: role });
    if (member && changes.length === 0) return ends("unchanged");
    const takesSeat = comesBack || (!member && wish.status !== "suspended" && !person?.isSystemAdmin);
    if (takesSeat && seatsLeft <= 0) {
      tell(
        null,
        noSeatCode,
        phrase("No seat is left in this portal. Deactivate people who have left, or ask whoever runs this installation for more seats."),
      );
      return ends("error");
    }
    if (takesSeat) seatsLeft -= 1;
    return {
      ...at,
      verdict: comesBack ? "return" : member ? "update" : "create",
      findings,
      changes,
      writing: {
        userId: identity?.id ?? null,
        joins: !member,
        email: wish.email ?? member?.email ?? "",
        identity: isKept ? {} : whole,
        membership,
        groupIds: joins.map(({ id }) => id),
        roles,
        values,
      },
    };
  });
}

/** Whom the addresses, external ids and numbers of accounts that were merged away lead to; undefined where that is nobody. */
export const leadsOf = (gone: readonly Gone[], byId: ReadonlyMap<number, Known>) => {
  const led = gone.map((one) => ({ ...one, kept: byId.get(one.keptId ?? 0) }));
  return {
    byEmail: new Map(led.map(({ email, kept }) => [email, kept])),
    byExternal: new Map(led.flatMap(({ externalId, kept }) => (externalId === null ? [] : [[externalId, kept] as const]))),
    byId: new Map(led.map(({ id, kept }) => [id, kept])),
  };
};

export const present = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((one): one is string => !!one)),
];

const holds = ({ isAuthor, isManager, isAdmin }: Known, role: GrantedRole) =>
  role === "Author" ? isAuthor : role === "Manager" ? isManager : isAdmin;

/** Whether the importer may write a field of this person; fields that imports feed are written by imports only. */
const writable = (field: FieldDefinition, owner: Actor, personId: number) =>
  accessTo(field.source === "import" ? { ...field, source: "local" } : field, owner, personId) === "edit";

/** The groups of a row and those of the whole table, without those that cannot be joined, which are told. */
function joinable(
  names: readonly string[],
  ids: readonly number[],
  groups: readonly GroupRow[],
  scope: PeopleScope,
  tell: (name: string, code: string, text: string) => void,
): GroupRow[] {
  const found = new Map<number, GroupRow>();
  for (const one of groups) if (ids.includes(one.id)) found.set(one.id, one);
  for (const name of names) {
    const group = groups.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!group || !managesGroup(scope, group.id)) tell(name, "no_group", phrase("There is no group {group}."));
    else if (group.kind !== "manual")
      tell(name, "group_computed", phrase("Nobody is put into the group {group} by hand: a rule fills it."));
    else found.set(group.id, group);
  }
  return [...found.values()];
}

/** Whether somebody with this scope may put people into a group. */
export const managesGroup = ({ parts }: PeopleScope, groupId: number): boolean =>
  parts === null || parts.some((part) => part.kind === "portal" || (part.kind === "groups" && part.groupIds.includes(groupId)));

const landsInScope = (scope: PeopleScope, groups: readonly GroupRow[]) =>
  scope.parts === null || groups.some(({ id }) => managesGroup(scope, id));
