import * as z from "zod/mini";
import type { JobKind } from "#features/jobs/server/service.ts";
import { undoNext } from "../server/undo-uses.ts";

const UndoCode = z.object({ codeId: z.int(), label: z.string(), count: z.int() });
interface Undone {
  readonly undone: number;
  readonly kept: number;
}

/** Takes back what many uses of a code gave. */
export const undoCode: JobKind<z.infer<typeof UndoCode>, Undone & { last: number | null; done: number }, Undone> = {
  name: "undo-code",
  input: UndoCode,
  title: (say, { input: { label } }) => say("Take back what a code gave: {label}", { label }),
  facts: (say, { result }) =>
    result
      ? [
          { label: say("Undone"), value: String(result.undone) },
          ...(result.kept > 0 ? [{ label: say("Changed since and left alone"), value: String(result.kept) }] : []),
        ]
      : [],
  async run({ input: { codeId, count }, chunk, checkpoint }) {
    let so = checkpoint() ?? { undone: 0, kept: 0, last: null, done: 0 };
    let isOver = false;
    while (!isOver) {
      const { checkpoint: now, came } = await chunk(async ({ db, owner, note }) => {
        const next = await undoNext({ db, actor: owner, note }, { codeId, before: so.last, most: 100 });
        const done = Math.min(count, so.done + 100);
        return {
          checkpoint: { undone: so.undone + next.undone, kept: so.kept + next.kept, last: next.last ?? so.last, done },
          done,
          total: count,
          came: next.last !== null,
        };
      });
      so = now;
      isOver = !came;
    }
    return { result: { undone: so.undone, kept: so.kept } };
  },
};
