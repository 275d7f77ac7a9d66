import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { verdicts } from "./finding.ts";
import { subjects } from "./headings.ts";
import { Plan } from "./plan.ts";

/** A column that people have: what an import can fill. label is null for people's own columns, whose words the screen has. */
export const Target = z.object({
  meaning: z.string(),
  label: z.nullable(z.string()),
  /** Values can be found by it. */
  isKey: z.boolean(),
  /** What a cell may say, where that is a short list. */
  allowed: z.array(z.string()),
});
export type Target = z.infer<typeof Target>;

export const importStates = ["read", "checking", "checked", "running", "done", "undoing", "undone"] as const;
export const encodingNames = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-15",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "macintosh",
  "cp850",
] as const;
export const delimiterSigns = [",", ";", "\t", "|", ":", "^"] as const;

/** How many rows there are of each kind. */
export const Counts = z.object({
  create: z.int(),
  update: z.int(),
  return: z.int(),
  leave: z.int(),
  unchanged: z.int(),
  skip: z.int(),
  error: z.int(),
  /** Rows that the run has written, and those that it left out because something had changed since the check. */
  done: z.int(),
  refused: z.int(),
  /** Of the written rows, what an undo did. */
  undone: z.int(),
  partly: z.int(),
  kept: z.int(),
});

/** A list row: a table that somebody brought in. */
export const ImportRow = z.object({
  id: z.int(),
  /** What the table is about. */
  subject: z.enum(subjects),
  fileName: z.string(),
  state: z.enum(importStates),
  createdAt: z.string(),
});

const NamedGroup = z.object({ id: z.int(), name: z.string() });

/** The events by which an import tells people something: their former address hears that their email was changed. */
export const importMails = ["email_changed"] as const;

export const Import = z.extend(ImportRow, {
  kind: z.enum(["text", "workbook"]),
  encoding: z.nullable(z.enum(encodingNames)),
  delimiter: z.nullable(z.enum(delimiterSigns)),
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  /** The row of the headings; null where the table has none. */
  headerRow: z.nullable(z.int()),
  headings: z.array(z.string()),
  /** The first rows below the headings. */
  samples: z.array(z.array(z.string())),
  targets: z.array(Target),
  groups: z.array(z.object({ id: z.int(), name: z.string() })),
  plan: Plan,
  /** Columns whose meaning was guessed and not chosen. */
  isGuessed: z.boolean(),
  counts: Counts,
  /** The emails that writing these rows sends, by their event; nothing else of an import tells anybody. */
  mails: z.array(z.object({ event: z.enum(importMails), count: z.int() })),
  /** The groups whose rules take people in or out once these rows are written, with how many, the most first. */
  rules: z.array(z.extend(NamedGroup, { joins: z.int(), leaves: z.int() })),
  /** What is wrong how often: the most frequent findings, each once. */
  problems: z.array(z.object({ code: z.string(), message: z.string(), rows: z.int() })),
  /** The seats of the portal, for a table of people where there is a limit: how many these rows take once they are written, and how many rows find none. */
  seats: z.nullable(z.object({ used: z.int(), cap: z.int(), needed: z.int(), beyond: z.int() })),
  /** The job under way, or the last one, and the one that wrote the rows. */
  jobId: z.nullable(z.int()),
  runJobId: z.nullable(z.int()),
  /** How many people of one's scope are active: what leavers are compared with. */
  activePeople: z.int(),
});
export type Import = z.infer<typeof Import>;

const importId = z.coerce
  .number(words("An import is named by its number."))
  .check(z.int(words("An import is named by its number.")), z.gte(1), z.lte(2 ** 52));
const params = z.object({ importId });

export const listImports = endpoint({
  method: "GET",
  path: "/rest/imports",
  summary: "The tables of people that the person asking has brought in, newest first.",
  response: z.object({ rows: z.array(ImportRow) }),
});

export const getImport = endpoint({
  method: "GET",
  path: "/rest/imports/:importId",
  summary: "One's own import: how its table was read, what its columns mean, and what the check or the run found.",
  params,
  response: Import,
});

/** A table as text may have 4 MB; larger ones come as a file. */
export const pasteLimit = 4 * 1024 ** 2;

export const pasteImport = endpoint({
  method: "POST",
  path: "/rest/imports/paste",
  summary: "Takes a table that was copied from a spreadsheet.",
  body: z.object({
    subject: z.prefault(z.enum(subjects), "people"),
    text: z
      .string(words("Paste a table."))
      .check(
        z.minLength(1, words("Paste a table.")),
        z.maxLength(pasteLimit, words("This is too much to paste. Save it as a file and choose that.")),
      ),
  }),
  response: Import,
});

/** The bytes of a file are the body; its name and what it is about stand in the query. */
export const uploadPath = "/rest/imports/file";

export const readAgain = endpoint({
  method: "POST",
  path: "/rest/imports/:importId/read",
  summary:
    "Reads the file again in another way: another encoding, delimiter or sheet, with or without headings. What was checked is forgotten.",
  params,
  body: z.object({
    encoding: z.nullable(z.enum(encodingNames)),
    delimiter: z.nullable(z.enum(delimiterSigns)),
    sheet: z.nullable(z.string().check(z.maxLength(200))),
    hasHeadings: z.nullable(z.boolean()),
  }),
  response: Import,
});

export const checkImport = endpoint({
  method: "POST",
  path: "/rest/imports/:importId/check",
  summary: "Checks every row by this plan, without writing anything to people. Up to 300 rows at once, more as a job.",
  params,
  body: Plan,
  response: Import,
});

export const runImport = endpoint({
  method: "POST",
  path: "/rest/imports/:importId/run",
  summary:
    "Writes what the check said, as a job. people: how many will be deactivated, typed by whoever confirms it, where that is asked for.",
  params,
  body: z.object({ people: z.nullable(z.int()) }),
  response: Import,
});

export const Finding = z.object({
  level: z.enum(["error", "note"]),
  column: z.nullable(z.int()),
  code: z.string(),
  message: z.string(),
});

export const CheckedRow = z.object({
  number: z.int(),
  cells: z.array(z.string()),
  verdict: z.nullable(z.enum(verdicts)),
  outcome: z.nullable(z.enum(["done", "refused"])),
  undoOutcome: z.nullable(z.enum(["undone", "partly", "kept"])),
  findings: z.array(Finding),
  changes: z.array(z.object({ meaning: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** The groups that the person joins and leaves by the groups' rules then. */
  joins: z.array(NamedGroup),
  leaves: z.array(NamedGroup),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

/** Rows of an import; `result` shows those with one verdict, or those that the run or an undo left out. */
export const rowsList = listOf({
  sorts: ["number"],
  sort: "number",
  filters: { result: oneOf([...verdicts, "refused", "kept"]) },
  pageSize: 50,
});

export const listRows = endpoint({
  method: "GET",
  path: "/rest/imports/:importId/rows",
  summary: "The rows of an import with what each will do or did, and what is wrong with which cell.",
  params,
  query: listQuery(rowsList),
  response: listPage(CheckedRow),
});

export const correctRow = endpoint({
  method: "POST",
  path: "/rest/imports/:importId/rows/:number",
  summary: "Corrects the cells of a row and checks it again. The file stays as it is.",
  params: z.object({ importId, number: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000)) }),
  body: z.object({
    cells: z.array(z.string().check(z.maxLength(10_000, words("Write {maximum} characters or fewer.")))).check(z.maxLength(200)),
  }),
  response: CheckedRow,
});

/** The rows that were left out, as a table to correct and bring in again. */
export const rejectedPath = (id: number | string) => `/rest/imports/${id}/left-out.csv`;
/** Templates to fill in; ?subject=results gives that of results. */
export const templatePath = "/rest/imports/template.csv";
export const workbookPath = "/rest/imports/template.xlsx";
