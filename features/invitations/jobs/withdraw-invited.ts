import * as z from "zod/mini";
import type { JobKind } from "#features/jobs/server/service.ts";
import { withdrawNext } from "../server/run-list.ts";

const WithdrawInvited = z.object({ listId: z.int(), count: z.int() });
interface Withdrawn {
  readonly withdrawn: number;
  readonly kept: number;
}

/** Undoes inviting a list: withdraws what was not accepted, sent again or withdrawn since. */
export const withdrawInvited: JobKind<z.infer<typeof WithdrawInvited>, Withdrawn, Withdrawn> = {
  name: "withdraw-invited",
  input: WithdrawInvited,
  title: (say, { input: { count } }) => say("{count, plural, one {Withdraw # invitation} other {Withdraw # invitations}}", { count }),
  facts: (say, { result }) =>
    result
      ? [
          { label: say("Withdrawn"), value: String(result.withdrawn) },
          ...(result.kept > 0 ? [{ label: say("Accepted or changed since and left alone"), value: String(result.kept) }] : []),
        ]
      : [],
  async run({ input: { listId, count }, portalId, chunk, checkpoint }) {
    const next = () =>
      chunk(async ({ db, owner, note }) => {
        const so = checkpoint() ?? { withdrawn: 0, kept: 0 };
        const came = await withdrawNext({ db, owner, note }, { portalId, listId });
        const now = { withdrawn: so.withdrawn + came.withdrawn, kept: so.kept + came.kept };
        return { checkpoint: now, done: now.withdrawn + now.kept, total: count, isOver: came.withdrawn + came.kept === 0 };
      });
    let { isOver, checkpoint: result } = await next();
    while (!isOver) ({ isOver, checkpoint: result } = await next());
    return { result };
  },
};
