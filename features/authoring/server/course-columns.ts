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

/** What the export has of a course. */
type OfCourse = "title" | "type" | "status" | "author" | "enrolled" | "inProgress" | "completed" | "updated";

/** The columns of the export of courses in their order, by the ids of the screen's. author: what the list calls whoever a course belongs to. */
export const courseColumns = (say: Say, author: string): Readonly<Record<OfCourse, CsvColumn<AuthorCourse>>> => ({
  title: [say("Course"), (row) => row.title],
  type: [say("Type"), (row) => typeWords(say)[row.type]],
  status: [say("Status"), (row) => statusWords(say)[row.status]],
  author: [author, (row) => row.author],
  enrolled: [say("Enrolled"), (row) => row.enrolled],
  inProgress: [say("In progress"), (row) => row.inProgress],
  completed: [say("Completed"), (row) => row.completed],
  updated: [say("Changed (UTC)"), (row) => instant(row.updatedAt)],
});
