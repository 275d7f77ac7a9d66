import { describe, expect, test } from "vitest";
import { instantIn, localTimeIn } from "./date_time/instant-in.ts";
import type { FieldDefinition, FieldValue, KindName } from "./definition.ts";
import { kindNames } from "./definition.ts";
import type { StoredRow } from "./field-kind.ts";
import { fieldKinds } from "./kinds.ts";
import { readPattern } from "./pattern.ts";
import { accessTo } from "./policy.ts";

const options = [
  { id: 1, parentId: null, name: "Europe", formerNames: [], isRetired: false, mergedInto: null },
  { id: 2, parentId: 1, name: "Köln", formerNames: ["Cologne"], isRetired: false, mergedInto: null },
  { id: 3, parentId: 1, name: "Berlin", formerNames: [], isRetired: false, mergedInto: null },
  { id: 4, parentId: 1, name: "East Berlin", formerNames: [], isRetired: true, mergedInto: 3 },
  { id: 5, parentId: null, name: "Retired", formerNames: [], isRetired: true, mergedInto: null },
];
const aField = (kind: KindName, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: 1,
  kind,
  subject: "person",
  sharedId: null,
  follows: false,
  name: "Field",
  help: "",
  ownAccess: "read",
  authorAccess: "hidden",
  managerAccess: "edit",
  isRequired: false,
  isUnique: false,
  isSensitive: false,
  isAskedAtSignIn: false,
  pattern: null,
  patternSample: null,
  source: "local",
  settings: {},
  isRetired: false,
  revision: 1,
  options,
  ...more,
});
const format = { dateOrder: "dmy", zone: "Europe/Berlin" } as const;
const read = (kind: KindName, input: unknown, more: Partial<FieldDefinition> = {}) => {
  const got = fieldKinds[kind].read(input, aField(kind, more));
  return "problem" in got ? got.problem.code : "value" in got ? got.value : got.email;
};
const parse = (kind: KindName, cell: string, more: Partial<FieldDefinition> = {}) => {
  const got = fieldKinds[kind].parse(cell, aField(kind, more), format);
  return "problem" in got ? got.problem.code : "value" in got ? got.value : got.email;
};

describe("values of requests", () => {
  test.each<[KindName, unknown, unknown]>([
    ["text", "  two   words ", "two words"],
    ["text", "x".repeat(201), "too_long"],
    ["text", "a\u0000b", "control_character"],
    ["text", 5, "no_text"],
    ["long_text", "one\r\ntwo", "one\ntwo"],
    ["number", 1.5, 1.5],
    ["number", "1", "no_number"],
    ["number", Number.NaN, "no_number"],
    ["date", "2024-02-29", "2024-02-29"],
    ["date", "2023-02-29", "no_date"],
    ["date_time", "2026-01-31T14:30:00+01:00", "2026-01-31T13:30:00.000Z"],
    ["date_time", "2026-01-31", "no_date_time"],
    ["yes_no", false, false],
    ["yes_no", 0, "no_yes_no"],
    ["single", 2, 2],
    ["single", 4, 3],
    ["single", 5, "no_option"],
    ["single", 99, "no_option"],
    ["single", "2", "no_option"],
    ["multi", [3, 2, 4], [2, 3]],
    ["multi", [], null],
    ["multi", [99], "no_option"],
    ["tree", 2, 2],
    ["country", "de", "DE"],
    ["country", "ZZ", "no_country"],
    ["phone", "+49 (30) 123-456", "+4930123456"],
    ["phone", "call me", "no_phone"],
    ["email", " Ana@Example.COM ", "ana@example.com"],
    ["email", "ana@example", "no_email"],
    ["url", "example.com/a", "https://example.com/a"],
    ["url", "javascript:alert(1)", "no_url"],
    ["url", "https://user:secret@example.com", "no_url"],
    ["file", { name: "x", bytes: 1 }, "upload_only"],
    ["person", "Ana@example.test", "ana@example.test"],
    ["person", 17, 17],
    ["person", "Ana", "no_person"],
  ])("%s %j is %j", (kind, input, expected) => expect(read(kind, input)).toEqual(expected));

  test.each(kindNames)("%s: empty is no value, and other shapes are refused, never thrown", (kind) => {
    expect(read(kind, null)).toBeNull();
    expect(read(kind, "")).toBeNull();
    for (const input of [{}, [{}], [null], { __proto__: null }, undefined, () => 1])
      expect(typeof read(kind, input)).toBe(Array.isArray(input) && input.length === 0 ? "object" : "string");
  });

  test("limits and patterns", () => {
    expect(read("number", 4, { settings: { least: 5 } })).toBe("too_small");
    expect(read("number", 7, { settings: { most: 6 } })).toBe("too_large");
    expect(read("date", "2020-01-01", { settings: { earliest: "2021-01-01" } })).toBe("too_early");
    expect(read("text", "AB-123", { pattern: "[A-Z]{2}-\\d{3}" })).toBe("AB-123");
    expect(read("text", "xAB-1234", { pattern: "[A-Z]{2}-\\d{3}" })).toBe("pattern");
  });
});

describe("cells of imports", () => {
  test.each<[KindName, string, unknown]>([
    ["number", "1.234,5", 1234.5],
    ["number", "x", "no_number"],
    ["date", "31.1.2026", "2026-01-31"],
    ["date", "2026-01-31", "2026-01-31"],
    ["date", "31.1.26", "no_date"],
    ["date_time", "31.01.2026 14:30", "2026-01-31T13:30:00.000Z"],
    ["date_time", "2026-07-01T14:30:00Z", "2026-07-01T14:30:00.000Z"],
    ["yes_no", "Ja", true],
    ["yes_no", "maybe", "no_yes_no"],
    ["single", "köln", 2],
    ["single", "Cologne", 2],
    ["single", "East Berlin", 3],
    ["single", "Berln", "unknown_option"],
    ["multi", "Berlin; Köln", [2, 3]],
    ["tree", "Europe > Berlin", 3],
    ["country", "Deutschland", "DE"],
    ["country", "United Kingdom", "GB"],
    ["person", "ana@example.test", "ana@example.test"],
  ])("%s %j is %j", (kind, cell, expected) => expect(parse(kind, cell)).toEqual(expected));

  test("an unknown value of a list is answered with the nearest one (FLD-3)", () => {
    const got = fieldKinds.single.parse("Berln", aField("single"), format);
    expect(got).toMatchObject({ problem: { params: { name: "Berln", nearest: "Berlin" } } });
  });
});

const samples: Record<KindName, FieldValue> = {
  text: "=1+1",
  long_text: "one\ntwo",
  number: -2.5,
  date: "2026-01-31",
  date_time: "2026-01-31T13:30:00.000Z",
  yes_no: false,
  single: 3,
  multi: [2, 3],
  tree: 2,
  country: "DE",
  phone: "+4930123456",
  email: "ana@example.com",
  url: "https://example.com/a",
  file: { id: 5, name: "id.pdf", bytes: 12 },
  person: 17,
};
const asRow = (stored: object, bytes: number | null): StoredRow => ({
  words: null,
  number: null,
  day: null,
  moment: null,
  option_id: null,
  person_id: null,
  file_id: null,
  bytes,
  ...stored,
});

test.each(kindNames)("%s: what is stored comes back, in one column of each row", (kind) => {
  const rules = fieldKinds[kind];
  const stored = rules.store(samples[kind]);
  for (const row of stored) expect(Object.keys(row).filter((column) => column !== "file_id")).toEqual([rules.column]);
  expect(rules.restore(stored.map((row) => asRow(row, kind === "file" ? 12 : null)))).toEqual(samples[kind]);
});

test.each(kindNames.filter((kind) => !fieldKinds[kind].isUploaded))("%s: a cell of an export is read back as the same value", (kind) => {
  const cell = fieldKinds[kind].cell(samples[kind], aField(kind), () => "ana@example.test");
  const back = fieldKinds[kind].parse(cell, aField(kind), format);
  expect(back).toEqual(kind === "person" ? { email: "ana@example.test" } : { value: samples[kind] });
});

test("the clocks of a zone: skipped and doubled hours too", () => {
  expect(instantIn("Europe/Berlin", "2026-03-29T02:30:00").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(instantIn("Europe/Berlin", "2026-10-25T02:30:00").toISOString()).toBe("2026-10-25T00:30:00.000Z");
  expect(instantIn("America/New_York", "2026-07-01T12:00:00").toISOString()).toBe("2026-07-01T16:00:00.000Z");
  expect(localTimeIn("Asia/Kolkata", "2026-01-01T00:00:00Z")).toBe("2026-01-01T05:30");
});

test("patterns that could take very long are refused, usual ones are taken", () => {
  for (const slow of ["(a+)+", "(a*)*b", "(a|aa)+", "(x+x+)+y", "(.*)\\1", "(?=a)a", "a*b*c*d*", "(?:a?){30}", "a{1000}"])
    expect([slow, readPattern(slow)]).toEqual([slow, expect.objectContaining({ code: "slow_pattern" })]);
  expect(readPattern("(")).toMatchObject({ code: "no_pattern" });
  for (const usual of ["[A-Z]{2}-\\d{3,6}", "(?:DE|AT|CH)\\d+", "\\d{5}(-\\d{4})?", "[\\w.]+@example\\.com"])
    expect(readPattern(usual)).toBeInstanceOf(RegExp);
});

test("who may do what with a value: the most that a role gives, and nothing where another source fills the field in", () => {
  const nobody = { userId: 1, isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false };
  const field = aField("text", { ownAccess: "read", authorAccess: "hidden", managerAccess: "edit" });
  expect(accessTo(field, nobody, 1)).toBe("read");
  expect(accessTo(field, nobody, 2)).toBe("hidden");
  expect(accessTo(field, { ...nobody, isAuthor: true }, 2)).toBe("hidden");
  expect(accessTo(field, { ...nobody, isManager: true }, 2)).toBe("edit");
  expect(accessTo({ ...field, managerAccess: "hidden" }, { ...nobody, isManager: true }, 2)).toBe("hidden");
  expect(accessTo({ ...field, managerAccess: "hidden" }, { ...nobody, isAdmin: true }, 2)).toBe("edit");
  expect(accessTo({ ...field, source: "scim" }, { ...nobody, isAdmin: true }, 2)).toBe("read");
});
