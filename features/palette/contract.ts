import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** The most characters of a search, and the most people and courses that one finds. */
export const longestSearch = 200;
export const mostFound = 5;

const FoundPerson = z.object({ id: z.int(), name: z.string(), email: z.string() });
/** isThere: whether its page opens for the person asking. edits: whether they may work on it in the editor. */
const FoundCourse = z.object({ id: z.int(), type: CourseType, title: z.string(), isThere: z.boolean(), edits: z.boolean() });

export const searchAll = endpoint({
  method: "GET",
  path: "/rest/palette",
  summary: "The first people and courses with what was typed in their name, of those that the person asking can open.",
  query: z.object({
    q: z
      .string(words("Type what you look for."))
      .check(
        z.trim(),
        z.minLength(1, words("Type what you look for.")),
        z.maxLength(longestSearch, words("Search for {maximum} characters or fewer.")),
      ),
  }),
  response: z.object({ people: z.array(FoundPerson), courses: z.array(FoundCourse) }),
});
