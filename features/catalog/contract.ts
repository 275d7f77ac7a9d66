import * as z from "zod/mini";
import { Cause, Due, PrimaryAction } from "#features/enrolment/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { ShownRule } from "#features/courses/shown-rule.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { words } from "#platform/words.ts";
import { catalogList } from "./catalog-list.ts";
import { durationBands, eligibleWhen, myStates, priceKinds } from "./facet-values.ts";

const DurationBand = z.enum(durationBands);
export type DurationBand = z.infer<typeof DurationBand>;
const MyState = z.enum(myStates);

const Category = z.object({ id: z.int(), name: z.string() });

export const CatalogItem = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  summary: z.string(),
  minutes: z.int(),
  language: z.string(),
  coverFileId: z.nullable(z.int()),
  categories: z.array(Category),
  enrolled: z.boolean(),
  action: PrimaryAction,
});
export type CatalogItem = z.infer<typeof CatalogItem>;

export const Facets = z.object({
  type: z.array(z.object({ id: CourseType, count: z.int() })),
  duration: z.array(z.object({ id: DurationBand, count: z.int() })),
  language: z.array(z.object({ id: z.string(), count: z.int() })),
  state: z.array(z.object({ id: MyState, count: z.int() })),
  price: z.array(z.object({ id: z.enum(priceKinds), count: z.int() })),
  /** Empty where no course asks for anything first or has dates. count: only once it is chosen, null before. */
  eligible: z.array(z.object({ id: z.enum(eligibleWhen), count: z.nullable(z.int()) })),
  /** The whole tree, parents before children; count includes subcategories. */
  categories: z.array(
    z.object({
      id: z.int(),
      parentId: z.nullable(z.int()),
      name: z.string(),
      depth: z.int(),
      count: z.int(),
      /** Left out where it has none. */
      pictureFileId: z.optional(z.int()),
    }),
  ),
});
export type Facets = z.infer<typeof Facets>;

export const catalog = endpoint({
  method: "GET",
  path: "/rest/course/catalog",
  // CAT-2, CAT-3
  summary: "Published courses by search and facets, with the counts of each facet under the others.",
  query: listQuery(catalogList),
  response: listPage(CatalogItem, {
    facets: Facets,
    /** Whether no course that the person sees has the words, and these have words that are near them. */
    isNear: z.boolean(),
  }),
});
export type Catalog = z.infer<typeof catalog.response>;

export const unfound = endpoint({
  method: "POST",
  path: "/rest/course/catalog/unfound",
  // CAT-3
  summary: "Tells those who make the catalog which words it has nothing for. Who searched is not kept.",
  body: z.object({ q: z.string().check(z.maxLength(200)) }),
  response: z.object({}),
});

export const followCategories = endpoint({
  method: "GET",
  path: "/rest/course/catalog/follow",
  // CAT-7
  summary:
    "The categories that older links lead to, by number or word: those that took over, and for hidden ones the nearest that is shown.",
  query: z.object({ names: z.string().check(z.maxLength(2000)) }),
  response: z.object({ ids: z.array(z.int()) }),
});

export const DetailsTab = z.enum(["overview", "outline", "attempts", "requirements"]);
export type DetailsTab = z.infer<typeof DetailsTab>;

export const OutlinePage = z.object({
  id: z.string(),
  title: z.string(),
  minutes: z.int(),
  hasVideo: z.boolean(),
  hasQuiz: z.boolean(),
  done: z.boolean(),
});

export const Attempt = z.object({
  number: z.int(),
  versionNumber: z.int(),
  startedAt: z.string(),
  lastActivityAt: z.nullable(z.string()),
  /** Study time, until completion. reviewSeconds: time after it. flaggedClaims: claims of time far above what the page could have seen. */
  creditedSeconds: z.int(),
  reviewSeconds: z.int(),
  flaggedClaims: z.int(),
  percent: z.int(),
  completedAt: z.nullable(z.string()),
  scorePercent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
});
export type Attempt = z.infer<typeof Attempt>;

/** A requirement for starting a course, met or not. */
export const Requirement = z.object({
  code: z.enum(["member", "selfEnrolment", "invitation", "price", "window", "prerequisites", "published", "content"]),
  met: z.boolean(),
});
export type Requirement = z.infer<typeof Requirement>;

/**
 * The courses to complete before this one: at least `asked` of them (CAT-4). title: null for one that they are not offered (CAT-1); percent: of the person's
 * newest attempt; isThere: whether they may see its page.
 */
export const Prerequisites = z.object({
  asked: z.int(),
  courses: z.array(
    z.object({
      id: z.int(),
      type: CourseType,
      title: z.nullable(z.string()),
      done: z.boolean(),
      percent: z.nullable(z.int()),
      isThere: z.boolean(),
    }),
  ),
});

export const details = endpoint({
  method: "GET",
  path: "/rest/course/details/:courseId",
  // DET-1..3
  summary: "A course's page for the person asking: outline with their marks, attempts, requirements and the one action.",
  params: z.object({
    courseId: z.coerce
      .number(words("A course is named by its number."))
      .check(z.int(words("A course is named by its number.")), z.gte(1, words("A course is named by its number."))),
  }),
  response: z.object({
    id: z.int(),
    type: CourseType,
    title: z.string(),
    summary: z.string(),
    outcomes: z.array(z.string()),
    language: z.string(),
    minutes: z.int(),
    coverFileId: z.nullable(z.int()),
    isArchived: z.boolean(),
    categories: z.array(Category),
    tags: z.array(z.string()),
    credits: z.array(z.object({ kind: z.string(), amount: z.number() })),
    price: z.nullable(z.object({ cents: z.int(), currency: z.string() })),
    /** When people may enrol themselves, with the zone that it was meant in; null without such dates. */
    window: z.nullable(z.object({ from: z.nullable(z.string()), until: z.nullable(z.string()), zone: z.string() })),
    prerequisites: z.nullable(Prerequisites),
    /** Whether it asks for a condition besides, which start-contract.ts tells. */
    hasCondition: z.boolean(),
    /** The number of the version shown: that of the attempt in progress, else the current one. Null before anything was published. */
    versionNumber: z.nullable(z.int()),
    outline: z.array(z.object({ id: z.string(), title: z.string(), minutes: z.int(), pages: z.array(OutlinePage) })),
    /** The page to continue with, while an attempt is in progress. */
    resumePageId: z.nullable(z.string()),
    /** What the portal tells the people of this course, and the person asking as one of them (ANN-3). */
    announcements: z.array(z.object({ id: z.int(), title: z.string(), html: z.string(), isImportant: z.boolean(), since: z.string() })),
    /** When the course counts as complete; null before anything was published. */
    completion: z.nullable(ShownRule),
    /** What the portal's custom fields tell learners of the course, as text. href: where the value leads. */
    facts: z.array(z.object({ label: z.string(), value: z.string(), href: z.nullable(z.string()) })),
    percent: z.nullable(z.int()),
    attempts: z.array(Attempt),
    requirements: z.array(Requirement),
    enrolment: z.nullable(
      z.object({
        active: z.boolean(),
        since: z.string(),
        due: Due,
        accessEndsAt: z.nullable(z.string()),
        causes: z.array(Cause),
        canLeave: z.boolean(),
      }),
    ),
    action: PrimaryAction,
    tabs: z.array(DetailsTab),
  }),
});
export type CourseDetails = z.infer<typeof details.response>;
