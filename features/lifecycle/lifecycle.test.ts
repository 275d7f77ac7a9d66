import { expect, test } from "vitest";
import { exportParts } from "./server/export-parts.ts";
import { makersOnly, nobody, personalData } from "./server/personal-data.ts";
import { useRecords } from "./test/records.ts";

const { rowsOf } = useRecords();

test("every column that could tell of a person is in the table of what an erasure does", async () => {
  const columns = await rowsOf(
    "select table_name as table, column_name as column from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace where table_schema = 'public'",
  );
  const isKey = (column: unknown) => column === "portal_id" || column === "id";
  const missing = columns
    .filter(({ table, column }) => !nobody.includes(String(table)) && !Object.hasOwn(makersOnly, String(table)) && !isKey(column))
    .filter(({ table, column }) => personalData[String(table)]?.[String(column)] === undefined)
    .map(({ table, column }) => `${String(table)}.${String(column)}`);
  expect(missing, "Enter these columns in features/lifecycle/server/personal-data.ts, with what becomes of them.").toEqual([]);
  const known = columns.map(({ table, column }) => `${String(table)}.${String(column)}`);
  const entered = Object.entries({
    ...personalData,
    ...Object.fromEntries(Object.entries(makersOnly).map(([table, of]) => [table, Object.fromEntries(of.map((one) => [one, ""]))])),
  });
  expect(
    entered.flatMap(([table, of]) => Object.keys(of).map((column) => `${table}.${column}`)).filter((name) => !known.includes(name)),
  ).toEqual([]);

  // Whatever refers to a person is entered as such, in the other tables too.
  const references = await rowsOf(
    "select c.relname as table, a.attname as column from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) where k.contype = 'f' and (k.confrelid = 'users'::regclass or (k.confrelid = 'memberships'::regclass and a.attname <> 'portal_id'))",
  );
  const silent = references.filter(({ table, column }) => {
    const fate = personalData[String(table)]?.[String(column)];
    return fate === undefined ? !makersOnly[String(table)]?.includes(String(column)) : fate.startsWith("kept: about");
  });
  expect(silent).toEqual([]);
  // What an export holds is every table that tells of a person, except those that only others see or that serve one request.
  const exported = new Set(exportParts.flatMap(({ tables }) => tables));
  const others = [
    "handover_tokens",
    "password_links",
    "password_link_orders",
    // What proves who somebody is, as the password of an account.
    "account_security",
    "sign_in_links",
    "email_changes",
    "sign_in_steps",
    "passkey_challenges",
    // Who changed how a portal looks: nothing of theirs.
    "brand_drafts",
    "brand_images",
    "brand_versions",
    "group_brands",
    "bulk_course_rows",
    // Which courses of others they may edit: a right, as a role is.
    "course_authors",
    // Which editor is open at the moment; nothing that stays.
    "draft_visits",
    "bulk_rows",
    "import_rows",
    "erasures",
    // For undoing a merge of two values; what somebody has now is in the export.
    "field_merge_rows",
    "groups",
    "merge_moves",
    "merges",
    "scorm_packages",
  ];
  others.push("deleted_group_members", "people_lists", "people_list_lines", "invitation_lists", "invitation_list_lines");
  expect(
    Object.keys(personalData)
      .filter((table) => !exported.has(table))
      .toSorted(),
  ).toEqual(others.toSorted());
});
