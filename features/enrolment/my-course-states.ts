/** The possible states of a course in My Courses (MYC-1). */
export const myCourseStates = ["todo", "inProgress", "done", "expired"] as const;
