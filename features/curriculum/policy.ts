import { may } from "#features/portal/permissions.ts";

/** Who changes and copies the portal's courses, one or many. */
export const changesCourses = may("change-portal-courses");
/** Who answers the courses that wait for an approval. */
export const approvesCourses = may("approve-courses");
