/** The subject of queries that show what becomes of people as a whole: an erasure that waits, a merge. */
export const recordsSubject = "people's records";
