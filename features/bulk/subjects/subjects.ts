import type { SubjectName } from "../contract.ts";
import type { BulkSubject } from "../server/bulk-subject.ts";
import { courses } from "./courses/courses.ts";
import { people } from "./people/people.ts";

/** Everything that bulk actions can be about. */
export const subjects = { people, courses } satisfies Record<SubjectName, BulkSubject>;
