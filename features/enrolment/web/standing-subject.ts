/** The subject "a person's standing in courses" (platform/web/query-subjects.ts). */
export const standingSubject = "standing";
