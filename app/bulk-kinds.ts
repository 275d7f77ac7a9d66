import { deactivate, reactivate } from "#features/bulk/kinds/membership-status/membership-status.ts";
import { addCategory, removeCategory } from "#features/curriculum/bulk/category/category.ts";
import { courseOwner } from "#features/curriculum/bulk/owner/owner.ts";
import { closeCourses, openCourses } from "#features/curriculum/bulk/self-enrol/self-enrol.ts";
import { archiveCourses, returnCourses } from "#features/curriculum/bulk/status/status.ts";
import { curriculumSelection } from "#features/curriculum/server/service.ts";
import { enrol } from "#features/enrolment/bulk/enrol/enrol.ts";
import { exempt } from "#features/enrolment/bulk/exempt/exempt.ts";
import { extendDue } from "#features/enrolment/bulk/extend-due/extend-due.ts";
import { markComplete } from "#features/enrolment/bulk/mark-complete/mark-complete.ts";
import { unenrol } from "#features/enrolment/bulk/unenrol/unenrol.ts";
import type { AnyBulkKind, Selections } from "#features/bulk/server/service.ts";
import { listSelection } from "#features/bulk/server/lists.ts";
import { addToGroup, listAndMembers, removeFromGroup, replaceMembers } from "#features/groups/bulk/members/members.ts";
import { participantsSelection } from "#features/participants/server/service.ts";
import { message } from "#features/people/bulk/message/message.ts";
import { movePortal } from "#features/people/bulk/move-portal/move-portal.ts";
import { sendPasswordLinks } from "#features/people/bulk/send-password-links/send-password-links.ts";
import { setField } from "#features/people/bulk/set-field/set-field.ts";
import { membersSelection } from "#features/groups/server/list-service.ts";
import { peopleSelection } from "#features/people/server/service.ts";
import { nudge } from "#features/team/bulk/nudge/nudge.ts";
import { teamSelection } from "#features/team/server/service.ts";

/** Every bulk action on people and on courses. A kind is a folder of the feature that owns it (docs/adding-a-bulk-action.md). */
const kinds: readonly AnyBulkKind[] = [
  deactivate,
  reactivate,
  enrol,
  unenrol,
  extendDue,
  exempt,
  markComplete,
  addToGroup,
  removeFromGroup,
  replaceMembers,
  setField,
  message,
  sendPasswordLinks,
  movePortal,
  nudge,
  courseOwner,
  archiveCourses,
  returnCourses,
  addCategory,
  removeCategory,
  openCourses,
  closeCourses,
];
export const bulkKinds: ReadonlyMap<string, AnyBulkKind> = new Map(kinds.map((kind) => [kind.name, kind]));

/** The lists of which "all that match" can be chosen, by the name that their screens send. */
export const bulkSelections: Selections = {
  people: {
    people: peopleSelection,
    participants: participantsSelection,
    members: membersSelection,
    team: teamSelection,
    list: listSelection,
    "list-and-group": listAndMembers,
  },
  courses: { curriculum: curriculumSelection },
};
