import * as z from "zod/mini";
import { mayReadPeople } from "#features/people/server/service.ts";
import { listCurriculum } from "#features/curriculum/contract.ts";
import { listPeople } from "#features/people/contract.ts";
import { may } from "#features/portal/permissions.ts";
import type { ViewedLists } from "#features/views/server/service.ts";

/** The lists of which people keep views, by the name that their screens send (docs/adding-a-feature.md). */
export const viewedLists: ViewedLists = {
  people: {
    rule: may("see-people"),
    knows: (query) => z.safeParse(listPeople.query, query).success,
    mayRead: mayReadPeople,
  },
  curriculum: {
    rule: may("see-portal-courses"),
    knows: (query) => z.safeParse(listCurriculum.query, query).success,
    // Whoever sees the list sees all of the portal's courses.
    mayRead: async () => true,
  },
};
