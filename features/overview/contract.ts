import * as z from "zod/mini";
import { Seats } from "#features/seats/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** The dashboards of the staff. */
export const boards = ["manager", "admin"] as const;
export type Board = (typeof boards)[number];

/** The figures of the dashboards, in their order; what each is about stands in server/figures.ts. */
export const figureKeys = [
  "overdue",
  "soon",
  "notStarted",
  "active",
  "seats",
  "enrolled",
  "completed",
  "neverSignedIn",
  "registrations",
  "approvals",
  "ownJobsFailed",
  "mailWaiting",
  "mailFailed",
  "mailWithheld",
] as const;
export type FigureKey = (typeof figureKeys)[number];

/** A number, and the list of exactly these rows: its address without /v. */
export const Figure = z.object({ key: z.enum(figureKeys), count: z.int(), to: z.string() });
export type Figure = z.infer<typeof Figure>;

export const showFigures = endpoint({
  method: "GET",
  path: "/rest/overview",
  summary: "The figures of a dashboard that the person asking may see, each with the list of the rows that it counts.",
  query: z.object({ board: z.enum(boards, words("The boards are manager and admin.")) }),
  // The seats of the portal where the figures count them: on the dashboard of admins, where there is a limit.
  response: z.object({ figures: z.array(Figure), seats: z.nullable(Seats) }),
});

/** The specification's full-page link (§2) and its screen. */
export const managerLink = { path: "/PremiumServices/Portal/Default.aspx", screen: "/v/manager/dashboard" } as const;
