import { may } from "#features/portal/permissions.ts";

/** Who changes and copies the portal's courses, one or many. */
export const changesCourses = may("change-portal-courses");
