/** How somebody stands in at least one course. completed: within the last 30 days. */
export const teamStates = ["overdue", "soon", "notStarted", "enrolled", "completed"] as const;
export type TeamState = (typeof teamStates)[number];
