/** How somebody stands in at least one course. completed: within the last 30 days. signOff: waits for an assessor. */
export const teamStates = ["overdue", "soon", "notStarted", "enrolled", "completed", "signOff"] as const;
export type TeamState = (typeof teamStates)[number];
