import type { CompiledQuery } from "kysely";
import { showDeputies } from "#features/roles/server/deputies.ts";
import { scopeOf, scopeStatement } from "#features/roles/server/service.ts";
import { seatsHere } from "#features/seats/server/service.ts";
import { listTeam } from "#features/team/contract.ts";
import { showTeam } from "#features/team/server/service.ts";
import { showViews, viewsStatement, type ViewedLists } from "#features/views/server/service.ts";
import type { Actor, Asker, Rule } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { countLists } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { Context } from "#platform/serve.ts";
import { figureKeys, type Board, type showFigures as api } from "../contract.ts";
import { figures } from "./figures.ts";

/** The person as a rule sees them; null for somebody whom it does not allow. */
const seenBy = (rule: Rule, actor: Actor): Actor | null => (rule.allows(actor) ? (rule.as?.(actor) ?? actor) : null);

type Query = Parsed<typeof api>["query"];

/** The statements that showing a dashboard begins with. */
export const figuresAhead = (asker: Asker, { board, with: more }: Query): CompiledQuery[] => [
  scopeStatement({ ...asker, doing: "see-people" }).compile(),
  ...(more && board === "manager" ? [viewsStatement(asker, "team").compile()] : []),
];

/** The figures of a dashboard that the person asking may see, counted in one statement, and what else the dashboard of managers shows if it is asked for. */
export async function showFigures(lists: ViewedLists, asking: Context, { board, with: more }: Query): Promise<Result<typeof api>> {
  const shown = await figuresOf(asking, board);
  return more && board === "manager" ? { ...shown, screen: await screenOf(lists, asking) } : shown;
}

async function screenOf(lists: ViewedLists, asking: Context): Promise<Result<typeof api>["screen"]> {
  const reachesAll = (await scopeOf(asking.db, asking.actor)).parts === null;
  return {
    team: await showTeam(asking, readQuery(listTeam.query, {})),
    views: await showViews(lists, asking, "team", reachesAll),
    deputies: await showDeputies(asking),
  };
}

async function figuresOf({ db, actor: asking }: Pick<Context, "db" | "actor">, board: Board): Promise<Result<typeof api>> {
  const shown = [];
  for (const key of figureKeys) {
    const { rule, at, query, list: listOf } = figures[key];
    const actor = seenBy(rule, asking);
    const path = at[board];
    const list = actor && path !== undefined ? await listOf({ db, actor }, query) : null;
    if (list && path !== undefined) shown.push({ key, list, to: `${path}?${new URLSearchParams(query).toString()}` });
  }
  const counts = await countLists(
    db,
    shown.map(({ list }) => list),
  );
  const isLimited = shown.some(({ key }) => key === "seats");
  return {
    seats: isLimited ? await seatsHere(db, asking.portalId) : null,
    figures: shown.map(({ key, to }, nth) => ({ key, to, count: counts[nth] ?? 0 })),
  };
}
