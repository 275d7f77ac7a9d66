/** The subject of queries that show what jobs and bulk actions change, such as a list of people: they ask again when one has ended. */
export const jobsSubject = "what-jobs-change";
