import * as z from "zod/mini";
import { listDeputies } from "#features/roles/contract.ts";
import { Seats } from "#features/seats/contract.ts";
import { listTeam } from "#features/team/contract.ts";
import { listViews } from "#features/views/contract.ts";
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
  /** with: the dashboard of managers asks for what it shows besides too, so that it opens with one call. */
  query: z.object({
    board: z.enum(boards, words("The boards are manager and admin.")),
    with: z.optional(z.enum(["screen"])),
  }),
  response: z.object({
    figures: z.array(Figure),
    /** The seats of the portal where the figures count them: on the dashboard of admins, where there is a limit. */
    seats: z.nullable(Seats),
    /** The first page of the team with its views, and the deputies. */
    screen: z.optional(z.object({ team: listTeam.response, views: listViews.response, deputies: listDeputies.response })),
  }),
});

/** The specification's full-page link (§2) and its screen. */
export const managerLink = { path: "/PremiumServices/Portal/Default.aspx", screen: "/v/manager/dashboard" } as const;
