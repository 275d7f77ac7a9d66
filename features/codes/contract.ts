import * as z from "zod/mini";
import { localTime } from "#features/account/period.ts";
import { isTimeZone } from "#features/account/policy.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { Effects, effectNames } from "./effects/effects.ts";
import { Told, TypedCode } from "./told.ts";

/** exhausted (no seat is left) and expired follow from seats and dates; the others are chosen. */
export const codeStates = ["draft", "active", "paused", "exhausted", "expired", "revoked"] as const;
export const CodeState = z.enum(codeStates);
export type CodeState = z.infer<typeof CodeState>;

/** The most codes of a batch; more than atOnce of them are made, and more uses taken back, by a job. */
export const mostInBatch = 5000;
export const atOnce = 50;

const aLocalTime = z.nullable(localTime);
const aDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(190),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, words("Write a domain such as example.org.")),
  );

/** What is said about a code, whatever its state. */
const terms = {
  label: z.string().check(z.trim(), z.minLength(1, words("Give it a name.")), z.maxLength(120, words("Use at most {maximum} characters."))),
  effects: Effects,
  /** How many uses in all; null: any number. In a batch each code has one. */
  seats: z.nullable(
    z
      .int(words("Write a whole number."))
      .check(z.gte(1, words("Write a number from 1.")), z.lte(1_000_000, words("Write a number up to {maximum}."))),
  ),
  perPerson: z
    .int(words("Write a whole number."))
    .check(z.gte(1, words("Write a number from 1.")), z.lte(100, words("Write a number up to {maximum}."))),
  /** What the clocks of the zone show: 2026-12-01T08:00. */
  opensAt: aLocalTime,
  closesAt: aLocalTime,
  timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
  domains: z.array(aDomain).check(z.maxLength(100, words("Write {maximum} domains or fewer."))),
  /** Custom fields that are asked of those who register with it. */
  fieldIds: z.array(z.int()).check(z.maxLength(20, words("Choose {maximum} fields or fewer."))),
  /** Whether people without an account in the portal can register with it, whatever the portal's registration mode. */
  admitsNew: z.boolean(),
};
export const CodeTerms = z.object(terms);
export type CodeTerms = z.infer<typeof CodeTerms>;

export const CodeRow = z.object({
  id: z.int(),
  label: z.string(),
  state: CodeState,
  seats: z.nullable(z.int()),
  taken: z.int(),
  /** How many codes it has: 1, or those of a batch. */
  words: z.int(),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  timeZone: z.string(),
  admitsNew: z.boolean(),
  madeBy: z.string(),
  madeAt: z.string(),
});
export type CodeRow = z.infer<typeof CodeRow>;

export const codeList = listOf({
  sorts: bothWays("made", "label", "taken"),
  sort: "-made",
  filters: { state: oneOf(codeStates) },
  pageSize: 25,
});
export const listCodes = endpoint({
  method: "GET",
  path: "/rest/codes",
  summary:
    "The authorization codes of the portal: of everybody for who looks after the whole portal, else one's own. Finds one by its code too.",
  query: listQuery(codeList),
  response: listPage(CodeRow),
});

const oneCode = z.object({ codeId: z.coerce.number().check(z.int()) });
const Code = z.extend(CodeTerms, {
  /** Of a batch, how many codes exist: none before the first is made. */
  seats: z.nullable(z.int()),
  id: z.int(),
  state: CodeState,
  revision: z.int(),
  taken: z.int(),
  words: z.int(),
  madeBy: z.string(),
  madeAt: z.string(),
  /** The code itself and its address, where it has but one; null where the installation's secret was changed since. */
  word: z.nullable(z.object({ code: z.string(), link: z.string() })),
  gets: z.array(Told),
  /** What ids in its effects stand for that no list of choices has, such as courses; empty where there is a problem. */
  names: z.array(z.object({ effect: z.enum(effectNames), id: z.int(), name: z.string() })),
  /** How many uses gave something that was not taken back. */
  undoable: z.int(),
  /** Why its effects cannot be given any more, such as a group that was deleted; null while they can. */
  problem: z.nullable(z.string()),
});
export type Code = z.infer<typeof Code>;
export const getCode = endpoint({
  method: "GET",
  path: "/rest/codes/:codeId",
  summary: "One authorization code, with what it gives.",
  params: oneCode,
  response: Code,
});

export const codeChoices = endpoint({
  method: "GET",
  path: "/rest/codes/choices",
  summary: "What the person asking can give by codes, and ask of those who register with them.",
  response: z.object({
    groups: z.array(z.object({ id: z.int(), name: z.string() })),
    fields: z.array(z.object({ id: z.int(), name: z.string(), options: z.nullable(z.array(z.string())) })),
    askable: z.array(z.object({ id: z.int(), name: z.string() })),
    roles: z.boolean(),
    courses: z.boolean(),
    /** Whether they may let new people in. */
    admits: z.boolean(),
    timeZone: z.string(),
  }),
});

export const previewEffects = endpoint({
  method: "POST",
  path: "/rest/codes/preview",
  summary: "What a person using a code with these effects gets. Refused where the person asking may not give it.",
  body: z.object({ effects: Effects }),
  response: z.object({ gets: z.array(Told) }),
});

export const BatchSize = z
  .int(words("Write a whole number."))
  .check(z.gte(2, words("Write a number from 2.")), z.lte(mostInBatch, words("Write a number up to {maximum}.")));

export const createCode = endpoint({
  method: "POST",
  path: "/rest/codes",
  summary: "Makes an authorization code, or a batch of codes that work once each. More than 50 are a job.",
  body: z.object({
    ...terms,
    isDraft: z.boolean(),
    batch: z.nullable(BatchSize),
  }),
  /** Null where the codes are there already. */
  response: z.object({ id: z.int(), jobId: z.nullable(z.int()) }),
});

export const saveCode = endpoint({
  method: "PUT",
  path: "/rest/codes/:codeId",
  summary: "Changes an authorization code. What it gave stays, and from now on it gives by the rights of the person asking.",
  params: oneCode,
  body: z.object({ ...terms, revision: z.int() }),
  response: z.object({ id: z.int() }),
});

export const setCodeState = endpoint({
  method: "POST",
  path: "/rest/codes/:codeId/state",
  summary: "Activates or pauses an authorization code.",
  params: oneCode,
  body: z.object({ state: z.enum(["active", "paused"]) }),
  response: z.object({ id: z.int() }),
});

export const revokeCode = endpoint({
  method: "POST",
  path: "/rest/codes/:codeId/revoke",
  summary:
    "Ends an authorization code for good; undo also takes back what it gave, as far as nobody changed it since. More than 50 uses are a job.",
  params: oneCode,
  body: z.object({ undo: z.boolean() }),
  /** Null while a job works on it, and where nothing was to be undone. */
  response: z.object({ jobId: z.nullable(z.int()), result: z.nullable(z.object({ undone: z.int(), kept: z.int() })) }),
});

export const wordStates = ["open", "used"] as const;
export const CodeWord = z.object({
  id: z.int(),
  code: z.nullable(z.string()),
  link: z.nullable(z.string()),
  taken: z.int(),
  seats: z.nullable(z.int()),
});
export type CodeWord = z.infer<typeof CodeWord>;
export const wordList = listOf({ sorts: ["made"], sort: "made", filters: { state: oneOf(wordStates) }, pageSize: 60 });
export const listCodeWords = endpoint({
  method: "GET",
  path: "/rest/codes/:codeId/words",
  summary: "The codes of a batch.",
  params: oneCode,
  query: listQuery(wordList),
  response: listPage(CodeWord),
});
/** Where the codes are as a workbook; a file, not a call. */
export const wordsFile = (codeId: number | ":codeId") => `/rest/codes/${codeId}/words.xlsx` as const;

export const CodeUse = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  isNew: z.boolean(),
  usedAt: z.string(),
  gets: z.array(Told),
  undoneAt: z.nullable(z.string()),
  /** What stayed when it was undone. */
  kept: z.array(z.string()),
});
export type CodeUse = z.infer<typeof CodeUse>;
export const codeUseList = listOf({ sorts: bothWays("used", "name"), sort: "-used", filters: {}, pageSize: 25 });
export const listCodeUses = endpoint({
  method: "GET",
  path: "/rest/codes/:codeId/uses",
  summary: "Who used a code and what they got, of those whom the person asking reaches.",
  params: oneCode,
  query: listQuery(codeUseList),
  response: listPage(CodeUse),
});

export const lookAtCode = endpoint({
  method: "POST",
  path: "/rest/codes/look",
  summary: "What the person asking would get by a code. Nothing is changed.",
  body: z.object({ code: TypedCode }),
  response: z.object({ label: z.string(), gets: z.array(Told) }),
});
export const redeemCode = endpoint({
  method: "POST",
  path: "/rest/codes/redeem",
  summary: "Uses a code, for the person asking.",
  body: z.object({ code: TypedCode }),
  /** leadsTo: the first course that it gives, without /v; null for none. */
  response: z.object({ gets: z.array(Told), leadsTo: z.nullable(z.string()) }),
});
