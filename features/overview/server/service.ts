import { seatsHere } from "#features/seats/server/service.ts";
import type { Actor, Rule } from "#platform/actor.ts";
import type { Result } from "#platform/contract.ts";
import { countLists } from "#platform/list/server/large-page.ts";
import type { Context } from "#platform/serve.ts";
import { figureKeys, type Board, type showFigures as api } from "../contract.ts";
import { figures } from "./figures.ts";

/** The person as a rule sees them; null for somebody whom it does not allow. */
const seenBy = (rule: Rule, actor: Actor): Actor | null => (rule.allows(actor) ? (rule.as?.(actor) ?? actor) : null);

/** The figures of a dashboard that the person asking may see, counted in one statement. */
export async function showFigures({ db, actor: asking }: Pick<Context, "db" | "actor">, board: Board): Promise<Result<typeof api>> {
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
