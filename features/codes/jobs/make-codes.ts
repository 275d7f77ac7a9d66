import * as z from "zod/mini";
import type { JobKind } from "#features/jobs/server/service.ts";
import { requireActor } from "#platform/serve.ts";
import { makesCodes } from "../policy.ts";
import { makeWords } from "../server/make-words.ts";
import { countSeats } from "../server/queries.ts";

const MakeCodes = z.object({ codeId: z.int(), label: z.string(), count: z.int() });
const atATime = 500;

/** Makes the codes of a large batch. */
export const makeCodes: JobKind<z.infer<typeof MakeCodes>, { made: number }, { made: number }> = {
  name: "make-codes",
  input: MakeCodes,
  title: (say, { input: { label } }) => say("Make codes: {label}", { label }),
  facts: (say, { result }) => (result ? [{ label: say("Codes"), value: String(result.made) }] : []),
  async run({ input: { codeId, count }, portalId, secret, chunk, checkpoint }) {
    let { made } = checkpoint() ?? { made: 0 };
    while (made < count) {
      const next = Math.min(atATime, count - made);
      const so = await chunk(async ({ db, owner }) => {
        requireActor(owner, makesCodes);
        await makeWords(db, secret, { portalId, codeId, count: next, isBatch: true });
        await countSeats(db, portalId, codeId);
        return { checkpoint: { made: made + next }, done: made + next, total: count };
      });
      ({ made } = so.checkpoint);
    }
    return { result: { made } };
  },
};
