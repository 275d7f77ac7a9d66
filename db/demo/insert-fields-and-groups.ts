import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";
import { seededRandom } from "./random.ts";

/** A field of the demo. values: those of its list; below: of a hierarchical list, by the value above. */
interface DemoField {
  readonly kind: string;
  readonly name: string;
  readonly help?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly values?: readonly string[];
  readonly below?: Readonly<Record<string, readonly string[]>>;
}

const fields: readonly DemoField[] = [
  {
    kind: "text",
    name: "Personnel number",
    help: "As on the staff card",
    more: { is_unique: true, pattern: "[A-Z]{2}-\\d{4}", pattern_sample: "NW-0142", manager_access: "read" },
  },
  {
    kind: "tree",
    name: "Department",
    more: { is_required: true, own_access: "read", manager_access: "edit" },
    values: ["Operations", "Administration"],
    below: { Operations: ["Warehouse", "Front desk", "Maintenance"], Administration: ["Finance", "People", "Legal"] },
  },
  {
    kind: "single",
    name: "Site",
    more: { own_access: "read", manager_access: "edit" },
    values: ["Main building", "Harbour", "Home office"],
  },
  {
    kind: "multi",
    name: "Languages",
    more: { own_access: "edit", manager_access: "edit" },
    values: ["English", "German", "French", "Turkish", "Polish"],
  },
  { kind: "date", name: "First day at work", more: { own_access: "read" } },
  { kind: "person", name: "Supervisor", more: { own_access: "read" } },
  { kind: "yes_no", name: "First aider", more: { own_access: "read", manager_access: "edit" } },
  { kind: "phone", name: "Work phone", more: { own_access: "edit", manager_access: "edit" } },
  { kind: "number", name: "Pay band", more: { is_sensitive: true, manager_access: "hidden", settings: { least: 1, most: 15 } } },
  { kind: "country", name: "Country of work", more: { source: "import" } },
  { kind: "file", name: "First-aid certificate", help: "A scan or a photo", more: { own_access: "edit" } },
];

/**
 * Inserts the custom fields of a portal with values for its people, and groups: by hand, one with others in it, and a dynamic one. people: the members in a fixed
 * order, each with the number of days since they joined. leads: whose reports they are; every fifth is the team lead's. Returns the ids of the groups and of the fields,
 * by name.
 */
export async function insertFieldsAndGroups(
  db: Db,
  portalId: number,
  people: readonly { readonly userId: number; readonly joined: number }[],
  leads: { readonly manager: number; readonly team: number },
  now: Date,
): Promise<{ readonly groupIds: ReadonlyMap<string, number>; readonly fieldIds: ReadonlyMap<string, number> }> {
  const random = seededRandom(portalId);
  const ids = await insertFields(db, portalId);
  const optionsOf = await insertOptions(db, portalId, ids);
  const daysAgo = momentsBefore(now);
  const rows = people.flatMap(({ userId, joined }, i) => {
    const one = (name: string, column: Record<string, unknown>, nth = 0) => ({
      portal_id: portalId,
      field_id: ids.get(name),
      user_id: userId,
      nth,
      ...column,
    });
    const words = (name: string, text: string) => one(name, { words: text, folded: text.toLowerCase() });
    const pick = (name: string) => {
      const options = optionsOf.get(name) ?? [];
      return options[random.between(0, options.length - 1)];
    };
    const number = `NW-${String(1000 + i * 37).slice(-4)}`;
    const languages = [...new Set([pick("Languages"), pick("Languages")])];
    return [
      { ...words("Personnel number", number), unique_key: number.toLowerCase() },
      one("Department", { option_id: pick("Department") }),
      one("Site", { option_id: pick("Site") }),
      ...languages.map((option_id, nth) => one("Languages", { option_id }, nth)),
      one("First day at work", {
        day: daysAgo(joined + 5)
          .toISOString()
          .slice(0, 10),
      }),
      ...(userId === leads.manager
        ? []
        : [one("Supervisor", { person_id: i % 5 === 1 && userId !== leads.team ? leads.team : leads.manager })]),
      ...(i % 3 === 0 ? [one("First aider", { number: i % 2 })] : []),
      ...(i % 4 === 0 ? [] : [words("Work phone", `+49305550${1000 + i}`)]),
      one("Pay band", { number: random.between(1, 15) }),
      { ...words("Country of work", i % 7 === 0 ? "AT" : "DE"), source: "import" },
    ];
  });
  await insertRows(
    db,
    "field_values",
    {
      portal_id: "bigint",
      field_id: "bigint",
      user_id: "bigint",
      nth: "smallint",
      words: "text",
      folded: "text",
      number: "double precision",
      day: "date",
      option_id: "bigint",
      person_id: "bigint",
      unique_key: "text",
      source: "text",
    },
    rows.map((row) => ({ source: "local", ...row })),
  );
  return { groupIds: await insertGroups(db, portalId, people, leads.manager, now), fieldIds: ids };
}

async function insertFields(db: Db, portalId: number) {
  const made = await insertRows<{ id: number; name: string }>(
    db,
    "fields",
    {
      portal_id: "bigint",
      kind: "text",
      name: "text",
      help: "text",
      position: "integer",
      own_access: "text",
      author_access: "text",
      manager_access: "text",
      is_required: "boolean",
      is_unique: "boolean",
      is_sensitive: "boolean",
      pattern: "text",
      pattern_sample: "text",
      source: "text",
      settings: "jsonb",
    },
    fields.map(({ kind, name, help, more }, i) => ({
      portal_id: portalId,
      kind,
      name,
      help: help ?? "",
      position: i + 1,
      own_access: "hidden",
      author_access: "hidden",
      manager_access: "read",
      is_required: false,
      is_unique: false,
      is_sensitive: false,
      source: "local",
      settings: {},
      ...more,
    })),
    ["id", "name"],
  );
  return new Map(made.map(({ id, name }) => [name, Number(id)]));
}

/** Inserts the lists of the fields. Returns the ids of values that people can have, by field: of a hierarchical list those at the bottom. */
async function insertOptions(db: Db, portalId: number, fieldIds: ReadonlyMap<string, number>) {
  const insert = (rows: readonly { field: string; parent_id: number | null; name: string }[]) =>
    insertRows<{ id: number; name: string }>(
      db,
      "field_options",
      { portal_id: "bigint", field_id: "bigint", parent_id: "bigint", name: "text", position: "integer" },
      rows.map(({ field, parent_id, name }, i) => ({
        portal_id: portalId,
        field_id: fieldIds.get(field),
        parent_id,
        name,
        position: i + 1,
      })),
      ["id", "name"],
    );
  const top = await insert(fields.flatMap(({ name: field, values = [] }) => values.map((name) => ({ field, parent_id: null, name }))));
  const topId = (name: string) => Number(top.find((one) => one.name === name)?.id);
  const lower = fields.flatMap(({ name: field, below = {} }) =>
    Object.entries(below).flatMap(([above, names]) => names.map((name) => ({ field, parent_id: topId(above), name }))),
  );
  const under = await insert(lower);
  return new Map(
    fields.map(({ name, values = [], below }) => [name, below ? under.map(({ id }) => Number(id)) : values.map((value) => topId(value))]),
  );
}

async function insertGroups(
  db: Db,
  portalId: number,
  people: readonly { readonly userId: number; readonly joined: number }[],
  leaderId: number,
  now: Date,
) {
  const daysAgo = momentsBefore(now);
  const newest = { kind: "all", of: [{ kind: "date", of: "joined", when: { test: "within", days: 365 } }] };
  const groups = [
    { name: "Early shift", description: "Starts at six. Swaps are agreed with the shift leader.", kind: "manual" },
    { name: "Late shift", description: "Starts at two.", kind: "manual" },
    { name: "Shift workers", description: "Everybody on a shift.", kind: "manual" },
    { name: "Joined within a year", description: "New colleagues, found by the day they joined.", kind: "dynamic", condition: newest },
  ];
  const made = await insertRows<{ id: number; name: string }>(
    db,
    "groups",
    {
      portal_id: "bigint",
      name: "text",
      description: "text",
      kind: "text",
      condition: "jsonb",
      computed_at: "timestamptz",
      created_by: "bigint",
      created_at: "timestamptz",
    },
    groups.map((group) => ({
      portal_id: portalId,
      condition: null,
      computed_at: group.kind === "dynamic" ? now : null,
      created_by: leaderId,
      created_at: daysAgo(300),
      ...group,
    })),
    ["id", "name"],
  );
  const ids = new Map(made.map(({ id, name }) => [name, Number(id)]));
  const [early, late, both, fresh] = groups.map(({ name }) => ids.get(name));
  await insertRows(
    db,
    "group_children",
    { portal_id: "bigint", group_id: "bigint", child_id: "bigint" },
    [early, late].map((child_id) => ({ portal_id: portalId, group_id: both, child_id })),
  );
  const members = people.flatMap(({ userId, joined }, i) => {
    const shift = i % 3 === 0 ? early : i % 3 === 1 ? late : null;
    const since = daysAgo(Math.min(joined, 250));
    return [
      ...(shift == null
        ? []
        : [
            { group_id: shift, cause: "hand", via_ids: [], user_id: userId, at: since },
            { group_id: both, cause: null, via_ids: [shift], user_id: userId, at: since },
          ]),
      ...(joined <= 365 ? [{ group_id: fresh, cause: "condition", via_ids: [], user_id: userId, at: daysAgo(joined) }] : []),
    ];
  });
  await insertRows(
    db,
    "group_members",
    {
      portal_id: "bigint",
      group_id: "bigint",
      user_id: "bigint",
      cause: "text",
      via_ids: "bigint[]",
      added_by: "bigint",
      joined_at: "timestamptz",
    },
    members.map(({ at, ...member }) => ({
      portal_id: portalId,
      ...member,
      added_by: member.cause === "hand" ? leaderId : null,
      joined_at: at,
    })),
  );
  await insertRows(
    db,
    "group_history",
    { portal_id: "bigint", group_id: "bigint", user_id: "bigint", at: "timestamptz", change: "text", cause: "text", actor_id: "bigint" },
    members.map(({ group_id, user_id, at, cause }) => ({
      portal_id: portalId,
      group_id,
      user_id,
      at,
      change: "joined",
      cause: cause ?? "nested",
      actor_id: cause === "hand" ? leaderId : null,
    })),
  );
  return ids;
}
