import { isPlainName, isTimeZone, longestName } from "#features/account/policy.ts";
import type { FieldDefinition, FieldValues } from "#features/fields/definition.ts";
import { parseCell } from "#features/fields/server/service.ts";
import { phrase, type Values } from "#platform/words.ts";
import { shortened } from "#platform/shortened.ts";
import type { Finding } from "../finding.ts";
import { fieldIdOf, type Plan } from "../plan.ts";
import { isClear, languageIn, partsOf, plainCell, roleIn, statusOf, type GrantedRole } from "./cell-words.ts";

/** What a row asks for. A missing value changes nothing; null, or an empty name, empties what is there. */
export interface Wish {
  email?: string;
  givenName?: string;
  familyName?: string;
  externalId?: string | null;
  language?: string | null;
  timeZone?: string | null;
  status?: "active" | "suspended";
  groups: string[];
  roles: GrantedRole[];
  values: FieldValues;
}

export interface ReadRow {
  readonly wish: Wish;
  readonly findings: Finding[];
  /** The column of each meaning, counted from 0. */
  readonly columnOf: ReadonlyMap<string, number>;
}

export interface Reading {
  readonly plan: Plan;
  /** The fields that the plan names and the importer may change. */
  readonly fields: ReadonlyMap<number, FieldDefinition>;
  /** The zone of times that name none. */
  readonly zone: string;
  /** How many columns the table has by its headings. */
  readonly width: number;
}

/** Makes a finding about a cell. */
export const error = (column: number | null, code: string, text: string, params: Values = {}): Finding => ({
  level: "error",
  column,
  code,
  text,
  params,
});

const emailForm = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u;
const emailSample = phrase("This is no e-mail address. It has the form name@example.org.");
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;
const longestId = 120;

/** What is wrong with the number of cells of a row: more than there are headings. A new list, for what its cells add. */
export const findingsOfWidth = (cells: readonly string[], width: number): Finding[] =>
  cells.length <= width
    ? []
    : [
        error(
          null,
          "cells_many",
          phrase("This row has {cells} cells, but there are {columns} headings. Is a quotation mark missing around a cell?"),
          { cells: cells.length, columns: width },
        ),
      ];

/** Reads a row by the plan, knowing nothing of the people who are there. Every cell that cannot be is named with the reason. */
export function readRow(cells: readonly string[], { plan, fields, zone, width }: Reading): ReadRow {
  const findings = findingsOfWidth(cells, width);
  const wish: Wish = { groups: [], roles: [], values: {} };
  const columnOf = new Map<string, number>();
  plan.columns.forEach((meaning, column) => {
    if (meaning === null) return;
    columnOf.set(meaning, column);
    const cell = plainCell(cells[column]);
    if (cell === "") return;
    const wrong = (code: string, text: string, params: Values = {}) => void findings.push(error(column, code, text, params));
    if (cell.includes("\ufffd"))
      return wrong("unreadable", phrase("This cell has a character that could not be read. Choose another encoding, or correct it."));
    if (/^#(?:REF!|N\/A|NV|NAME\?|VALUE!|WERT!|DIV\/0!|NULL!|NUM!|BEZUG!|ZAHL!|SPILL!)$/.test(cell))
      return wrong("formula_error", phrase("This cell shows the error {error} of a formula."), { error: cell });
    const fieldId = fieldIdOf(meaning);
    if (fieldId !== null) {
      const field = fields.get(fieldId);
      if (!field) return wrong("unknown_field", phrase("This field is not known."));
      if (isClear(cell)) return void (wish.values[fieldId] = null);
      const read = parseCell(field, cell, { dateOrder: plan.dateOrder, zone });
      if ("problem" in read) wrong(read.problem.code, read.problem.text, read.problem.params);
      else wish.values[fieldId] = read.value;
      return;
    }
    if (hidden.test(cell) && meaning !== "groups")
      return wrong("control_character", phrase("This text has a character that cannot be kept."));
    switch (meaning) {
      case "email": {
        const address = cell.replace(/^mailto:/i, "").toLowerCase();
        if (isClear(cell)) return wrong("email_needed", phrase("An e-mail address can be changed, but not taken away."));
        if (address.length > 254) return wrong("too_long", phrase("Write {most} characters or fewer."), { most: 254 });
        if (!emailForm.test(address)) return wrong("no_email", emailSample);
        wish.email = address;
        return;
      }
      case "given_name":
      case "family_name": {
        const name = isClear(cell) ? "" : cell.replaceAll(/\s+/g, " ");
        if ([...name].length > longestName) return wrong("too_long", phrase("Write {most} characters or fewer."), { most: longestName });
        if (!isPlainName(name)) return wrong("bad_characters", phrase("Use only letters, spaces and punctuation in a name."));
        wish[meaning === "given_name" ? "givenName" : "familyName"] = name;
        return;
      }
      case "external_id":
        if (cell.length > longestId) return wrong("too_long", phrase("Write {most} characters or fewer."), { most: longestId });
        wish.externalId = isClear(cell) ? null : cell;
        return;
      case "language": {
        const language = isClear(cell) ? null : languageIn(cell);
        if (language === null && !isClear(cell)) return wrong("no_language", phrase("Stoa does not have this language. It has en and de."));
        wish.language = language;
        return;
      }
      case "time_zone":
        if (!isClear(cell) && !isTimeZone(cell)) return wrong("no_zone", phrase("This is no time zone. It has the form Europe/Berlin."));
        wish.timeZone = isClear(cell) ? null : cell;
        return;
      case "status": {
        const status = statusOf(cell);
        if (status === null) return wrong("no_status", phrase("This is no status. Write active or inactive."));
        wish.status = status;
        return;
      }
      case "groups":
        if (!isClear(cell)) wish.groups = partsOf(cell);
        else wrong("groups_added", phrase("An import adds people to groups and takes them out of none."));
        return;
      case "roles":
        for (const word of partsOf(cell)) {
          const role = roleIn(word);
          if (role === null)
            wrong("no_role", phrase("{role} is no role. Roles are Author, Manager and Admin."), { role: shortened(word, 80) });
          else if (role !== "none") wish.roles.push(role);
        }
    }
  });
  return { wish, findings, columnOf };
}
