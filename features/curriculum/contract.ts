import * as z from "zod/mini";
import { AuthorCourse, courseStatuses } from "#features/authoring/listing-contract.ts";
import { courseTypes } from "#features/courses/course-type-names.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, texts, wholeNumber, type Filter } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** The columns besides the title. */
export const curriculumColumns = [
  "status",
  "asked",
  "type",
  "categories",
  "author",
  "language",
  "open",
  "enrolled",
  "inProgress",
  "completed",
  "overdue",
  "updated",
] as const;
/** The columns while none are chosen. */
export const columnsAtRest: readonly string[] = [
  "status",
  "categories",
  "author",
  "enrolled",
  "inProgress",
  "completed",
  "overdue",
  "updated",
];

/** A filter for a language, or null. */
const oneLanguage: Filter<string | null> = {
  none: null,
  read: (text) => (/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text) ? text : undefined),
};

/** A filter for an owner: a number, or `gone` for courses whose owner has left; or null. */
const oneOwner: Filter<number | "gone" | null> = {
  none: null,
  read: (text) => (text === "gone" ? text : (wholeNumber(1, 2 ** 52).read(text) ?? undefined)),
};

const oneField: Filter<string | null> = { none: null, read: (text) => (/^\d{1,15}:(?:\d{1,15}|yes|no)$/.test(text) ? text : undefined) };

/** The number of the custom field of a column; null for another column. */
export const fieldOfColumn = (column: string): number | null => (column.startsWith("field:") ? Number(column.slice(6)) : null);

/** The portal's courses. owner: the number of who owns them, or `gone`: nobody who could still edit them (EDT-17); category: with all below it. columns: what the rows show, in order. */
export const curriculumList = listOf({
  sorts: bothWays("updated", "title"),
  sort: "-updated",
  filters: {
    type: oneOf(courseTypes),
    status: oneOf(courseStatuses),
    /** Those that wait for an approval, for whoever approves courses; it finds nothing for anybody else. */
    review: oneOf(["asked"]),
    category: wholeNumber(1, 2 ** 52),
    owner: oneOwner,
    language: oneLanguage,
    /** A custom field with a value: `12:34`, the ids of the two, or `12:yes`. */
    field: oneField,
    columns: texts(new RegExp(`^(?:${curriculumColumns.join("|")}|field:\\d{1,15})$`)),
  },
  pageSize: 20,
});

/** Who asked for the approval of a course, and when. */
const Asked = z.object({ by: z.nullable(z.string()), at: z.string() });

/** A course of the portal. Numbers of people: only those whom the person asking reaches. */
export const CurriculumRow = z.extend(AuthorCourse, {
  /** Null while the course waits for no approval, and for whoever approves none. */
  asked: z.nullable(Asked),
  categories: z.array(z.string()),
  language: z.string(),
  /** Whether everybody may enrol; otherwise only those whom it is assigned to. */
  isOpen: z.boolean(),
  overdue: z.int(),
  /** The custom fields asked for as columns, by number, as text; a field without a value is missing. */
  cells: z.record(z.string(), z.string()),
});
export type CurriculumRow = z.infer<typeof CurriculumRow>;

export const listCurriculum = endpoint({
  method: "GET",
  path: "/rest/curriculum",
  summary:
    "The courses of the portal, with how many of the people whom the person asking reaches are enrolled, in progress, done and overdue.",
  query: listQuery(curriculumList),
  /** mayChange: the person asking changes and copies them too. mayApprove: they answer those that wait for an approval. */
  response: listPage(CurriculumRow, { mayChange: z.boolean(), mayApprove: z.boolean() }),
});

/** A course that waits for an approval. */
export const WaitingCourse = z.extend(z.pick(AuthorCourse, { id: true, type: true, title: true, author: true }), { asked: Asked });
export type WaitingCourse = z.infer<typeof WaitingCourse>;

/** The courses that wait for an approval. */
export const waitingList = listOf({ sorts: curriculumList.sorts, sort: "updated", filters: {}, pageSize: 20 });

export const listWaiting = endpoint({
  method: "GET",
  path: "/rest/curriculum/waiting",
  summary: "The courses of the portal that wait for an approval, for whoever approves courses, also without seeing the others.",
  query: listQuery(waitingList),
  response: listPage(WaitingCourse),
});

const Named = z.object({ id: z.int(), name: z.string() });

export const listChoices = endpoint({
  method: "GET",
  path: "/rest/curriculum/choices",
  summary: "What the portal's courses can be filtered by: their categories, owners and languages.",
  response: z.object({
    /** Parents before children; depth counts from 0. */
    categories: z.array(z.extend(Named, { depth: z.int() })),
    /** The 200 with the most courses. */
    owners: z.array(Named),
    languages: z.array(z.string()),
    /** The custom fields of courses that the person asking sees. options: values that can be filtered by. */
    fields: z.array(z.extend(Named, { options: z.array(z.object({ id: z.string(), name: z.string() })) })),
  }),
});

export const findOwners = endpoint({
  method: "GET",
  path: "/rest/curriculum/owners",
  summary: "Authors and admins who could own a course, by a part of their name or email address.",
  query: z.object({ q: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({ rows: z.array(z.extend(Named, { email: z.string() })) }),
});

const courseNumber = words("A course is named by its number.");
export const copyCourse = endpoint({
  method: "POST",
  path: "/rest/curriculum/:courseId/copy",
  summary:
    "Makes a draft of the person asking with everything that a course's authors made: details, categories, pages and the newest package.",
  params: z.object({
    courseId: z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber)),
  }),
  response: z.object({ id: z.int(), type: AuthorCourse.shape.type, title: z.string() }),
});

/** Full-page link of the specification, and the screen that it leads to. */
export const coursesLink = { path: "/PremiumServices/Portal/admin/Courses.aspx", screen: "/v/portal/courses" } as const;
