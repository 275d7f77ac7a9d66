/** Where one of my courses can stand (MYC-1). */
export const myCourseStates = ["todo", "inProgress", "done", "expired"] as const;
