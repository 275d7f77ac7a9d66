import type { AnyEvent } from "./event.ts";
import { completed } from "./events/completed/completed.ts";
import { coursePublished } from "./events/course_published/course-published.ts";
import { dueSoon } from "./events/due_soon/due-soon.ts";
import { enrolled } from "./events/enrolled/enrolled.ts";
import { jobEnded } from "./events/job_ended/job-ended.ts";
import { overdue } from "./events/overdue/overdue.ts";
import { passwordChanged } from "./events/password_changed/password-changed.ts";

/** Everything that people are told of; the order of preferences and settings. */
export const events: readonly AnyEvent[] = [enrolled, dueSoon, overdue, completed, coursePublished, jobEnded, passwordChanged];

const byName = new Map(events.map((event) => [event.name, event]));

/** The event with this name; undefined for one that this version does not know. */
export const eventNamed = (name: string): AnyEvent | undefined => byName.get(name);
