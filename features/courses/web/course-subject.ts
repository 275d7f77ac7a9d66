/** Name of the subject "courses as their authors made them" (platform/web/query-subjects.ts). */
export const courseSubject = "course";
