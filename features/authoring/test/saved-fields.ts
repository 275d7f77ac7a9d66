import { defaultPolicy } from "#features/courses/completion-policy.ts";
import type { CourseFields } from "../contract.ts";

/** What the editor saves of a course, whole and valid; tests change what they are about. */
export const savedFields: CourseFields = {
  title: "First aid",
  summary: "",
  outcomes: [],
  categoryIds: [],
  minutes: 10,
  language: "en",
  selfEnrol: true,
  policy: defaultPolicy,
  newWindow: false,
};
