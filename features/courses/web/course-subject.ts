/** The subject "courses as authors edit them" (platform/web/query-subjects.ts). */
export const courseSubject = "course";
