/** The specification's full-page link (§2) to the tour of the role that one has. Its parameter leads to the tour on every dashboard (web/use-tour.ts). */
export const retakeTour = { path: "/dashboard/dashboard", query: "?retakeTour=true" } as const;
