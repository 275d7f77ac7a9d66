import * as z from "zod/mini";
import { listAnnouncements } from "#features/announcements/contract.ts";
import { listAudit } from "#features/audit/contract.ts";
import { listCodes } from "#features/codes/contract.ts";
import { mayReadPeople } from "#features/people/server/service.ts";
import { listCurriculum } from "#features/curriculum/contract.ts";
import { listGroups } from "#features/groups/contract.ts";
import { listInvitations } from "#features/invitations/staff-contract.ts";
import { listJobs } from "#features/jobs/contract.ts";
import { ownJobs } from "#features/jobs/policy.ts";
import { listMail } from "#features/mail/contract.ts";
import { listBlackList } from "#features/mail/settings-contract.ts";
import { listParticipants } from "#features/participants/contract.ts";
import { listPeople } from "#features/people/contract.ts";
import { may } from "#features/portal/permissions.ts";
import { listPortals } from "#features/portals/contract.ts";
import { listRegistrations } from "#features/registration/queue-contract.ts";
import { listAssignments } from "#features/roles/contract.ts";
import { reachesAll } from "#features/roles/server/service.ts";
import { listUnfound } from "#features/searches/contract.ts";
import { listQuestions } from "#features/support/staff-contract.ts";
import { listTeam } from "#features/team/contract.ts";
import type { ViewedList, ViewedLists } from "#features/views/server/service.ts";
import type { Rule } from "#platform/actor.ts";

/** A list whose filters tell nothing that is hidden from whoever sees the list. */
const plain = (rule: Rule, query: z.ZodMiniType): ViewedList => ({
  rule,
  knows: (values) => z.safeParse(query, values).success,
  mayRead: async () => true,
});
const ofRoles = plain(may("grant-roles"), listAssignments.query);

/** The lists of which people keep views, by the name that their screens send (docs/adding-a-feature.md). */
export const viewedLists: ViewedLists = {
  of: {
    people: {
      rule: may("see-people"),
      knows: (query) => z.safeParse(listPeople.query, query).success,
      mayRead: mayReadPeople,
    },
    // Whoever sees the list sees all of the portal's courses.
    curriculum: plain(may("see-portal-courses"), listCurriculum.query),
    groups: plain(may("see-people"), listGroups.query),
    participants: plain(may("see-people"), listParticipants.query),
    team: plain(may("see-people"), listTeam.query),
    codes: plain(may("make-codes"), listCodes.query),
    invitations: plain(may("add-people"), listInvitations.query),
    registrations: plain(may("add-people"), listRegistrations.query),
    questions: plain(may("answer-questions"), listQuestions.query),
    mail: plain(may("read-mail"), listMail.query),
    blacklist: plain(may("set-mail"), listBlackList.query),
    announcements: plain(may("announce"), listAnnouncements.query),
    portals: plain(may("see-portals"), listPortals.query),
    jobs: plain(ownJobs, listJobs.query),
    searches: plain(may("arrange-catalog"), listUnfound.query),
    audit: plain(may("read-audit"), listAudit.query),
    // The list of each role is a screen of its own.
    managers: ofRoles,
    authors: ofRoles,
    admins: ofRoles,
    rights: ofRoles,
  },
  reachesAll,
};
