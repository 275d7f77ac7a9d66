import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** The most courses that a search for enrolling people shows at once. */
export const mostOpenCourses = 30;

export const listOpenCourses = endpoint({
  method: "GET",
  path: "/rest/people/courses",
  summary: "Published courses whose title has the words, in which the person asking may enrol people: the first 30 by title.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(200, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), title: z.string() })) }),
});
