// F8: the server stores a commit and its answer never arrives, 1,000 times; when sent again, each still counts once.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { checkLedger } from "./check.ts";
import { factMaker } from "./facts.ts";
import { newWire, seen, sendCommit } from "./learner.ts";
import { openLedger } from "./ledger.ts";
import { openProxy, type Fault as Cut } from "./proxy.ts";
import { randomFrom } from "./random.ts";
import { clean, tally, type Fault } from "./report.ts";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { makeWorld } from "./world.ts";

const requests = 1000;
const learners = 25;

export const replyCut: Fault = {
  id: "F8",
  title: "the reply is cut after COMMIT, every request once, then sent again",
  async run(port) {
    const stoa = await startProcess({ port });
    const random = randomFrom(8);
    // Most lose the whole answer, some its end; some are cut off while the server may still be working.
    const cut = (): Cut => {
      const dice = random.next();
      if (dice < 0.7) return { kind: "cut-reply" };
      if (dice < 0.85) return { kind: "truncate", bytes: random.whole(1, 120) };
      return { kind: "cut-after-request", ms: random.whole(0, 6) };
    };
    const proxy = await openProxy({ to: port, decide: cut });
    try {
      const world = await makeWorld(stoa);
      const course = await world.aScormCourse();
      const people = await world.learners(course, learners);
      const ledger = openLedger(join(stoa.dataDir, "ledger.jsonl"));
      const wire = newWire();
      let answeredAnyway = 0;
      let failed = 0;
      await Promise.all(
        people.map(async (learner, nth) => {
          const clientId = randomUUID();
          const make = factMaker(randomFrom(800 + nth), course.itemKeys);
          for (let seq = 1; seq <= requests / learners; seq++) {
            const fact = make(`${clientId}:${seq}`);
            const token = learner.token(1);
            const first = await sendCommit(world, token, clientId, [{ seq, fact }], { port: proxy.port }).catch(() => null);
            if (first) answeredAnyway++;
            const second = await sendCommit(world, token, clientId, [{ seq, fact }]).catch(() => null);
            seen(wire, second);
            if (second?.status === 200) await ledger.record([{ attempt: learner.attemptId, client: clientId, epoch: 1, seq, fact }]);
            else failed++;
          }
        }),
      );
      ledger.close();
      const verdict = await onDatabase(stoa, (client) => checkLedger(client, world.portalId, ledger.read()));
      const kinds = [...proxy.counts].map(([kind, count]) => `${kind} ${count}×`).join(", ");
      return {
        ok: clean(verdict) && verdict.acknowledged === requests && answeredAnyway === 0 && failed === 0 && wire.stacks === 0,
        ...tally(verdict),
        faults: requests,
        notes: [
          `${requests} requests of ${learners} learners: ${kinds}; answers that came through all the same: ${answeredAnyway}`,
          ...verdict.findings,
        ],
      };
    } finally {
      await proxy.close();
      await stoa.close();
    }
  },
};
