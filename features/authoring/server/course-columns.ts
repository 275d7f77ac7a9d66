import type { CourseType } from "#features/courses/course-type.ts";
import type { Say } from "#platform/catalogue.ts";
import { instant } from "#platform/instant.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { AuthorCourse } from "../listing-contract.ts";

const typeWords = (say: Say): Record<CourseType, string> => ({
  online: say("Online"),
  scorm: say("Online (SCORM)"),
  classroom: say("Classroom"),
});
const statusWords = (say: Say): Record<AuthorCourse["status"], string> => ({
  draft: say("Draft"),
  published: say("Published"),
  archived: say("Out of the catalog"),
});

/** The columns of the export of courses. author: what the list calls whoever a course belongs to. */
export const courseColumns = (say: Say, author: string): readonly CsvColumn<AuthorCourse>[] => [
  [say("Course"), (row) => row.title],
  [say("Type"), (row) => typeWords(say)[row.type]],
  [say("Status"), (row) => statusWords(say)[row.status]],
  [author, (row) => row.author],
  [say("Enrolled"), (row) => row.enrolled],
  [say("In progress"), (row) => row.inProgress],
  [say("Completed"), (row) => row.completed],
  [say("Changed (UTC)"), (row) => instant(row.updatedAt)],
];
