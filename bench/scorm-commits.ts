// W6: what a SCORM package reports, over both endpoints, and PostgreSQL alone with the same statement.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CmiFact } from "#features/progress/contract.ts";
import { commitStatement, stateLimits } from "#features/progress/server/package-commits.ts";
import { launcherCommitPath } from "#features/scorm/contract.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { seedPackage, type Seeded } from "./seed.ts";
import { signIn } from "./view-workloads.ts";
import type { Asked, Visitor } from "./visitor.ts";
import type { ViewCost, Workload } from "./workload.ts";

const scoKey = "sco1";
const fullKey = "sco-full";
const suspendData = "page=7;answers=abcdefghijklmnop;".repeat(16).slice(0, 500);
const twoDigits = (number: number) => String(number % 60).padStart(2, "0");

/** A fact with eight elements of SCORM 1.2; location, score, time and suspend data differ each time. */
const factNumber = (seq: number): CmiFact => ({
  kind: "cmi",
  scoKey,
  session: "bench-session-1",
  values: {
    "cmi.core.lesson_location": `page-${seq % 97}`,
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.exit": "suspend",
    "cmi.core.score.raw": String(seq % 101),
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "100",
    "cmi.core.session_time": `0000:${twoDigits(seq >> 6)}:${twoDigits(seq)}.00`,
    "cmi.suspend_data": `${suspendData.slice(0, -12)}${String(seq).padStart(12, "0")}`,
  },
});

interface Opened {
  readonly visitor: Visitor;
  readonly attemptId: number;
  epoch: number;
  token: string;
  /** Where the package plays. */
  contentOrigin: string;
  /** The number of the next fact in the present launch. */
  seq: number;
}

/** After this many commits the learner opens the course again, as people do; the cost of opening is included. */
const commitsALaunch = 250;

const asJson = async <T>(visitor: Visitor, asked: Asked): Promise<T> => {
  const { status, body } = await visitor.ask(asked);
  if (status !== 200) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
};

/** A commit as a launcher sends it, with its token. */
const byToken = ({ token, epoch, contentOrigin }: Opened, seq: number): Asked => ({
  method: "POST",
  path: launcherCommitPath,
  body: JSON.stringify({ token, clientId: `bench-player-${epoch}`, commits: [{ seq, fact: factNumber(seq) }] }),
  headers: {
    "content-type": "text/plain;charset=UTF-8",
    origin: contentOrigin,
    cookie: "",
    "sec-fetch-site": "same-site",
  },
});

export interface ScormBench {
  readonly workloads: readonly Workload[];
  /** Commits per second of pgbench for `seconds`, with `clients` connections and `batch` commits a statement; null when pgbench is not installed. */
  readonly pgbench: (load: { clients: number; batch: number }, seconds: number) => Promise<number | null>;
}

async function open(visitor: Visitor, courseId: number): Promise<Opened> {
  const launched = await asJson<{ epoch: number; state: { attemptId: number } }>(visitor, {
    method: "POST",
    path: "/rest/progress/launch",
    body: JSON.stringify({ courseId }),
  });
  const {
    epoch,
    state: { attemptId },
  } = launched;
  const { token, contentOrigin } = await asJson<{ token: string; contentOrigin: string }>(visitor, {
    method: "POST",
    path: "/rest/scorm/open",
    body: JSON.stringify({ attemptId, epoch }),
  });
  return { visitor, attemptId, epoch, token, contentOrigin, seq: 0 };
}

/** Opens one package for every learner, and for as many others whose attempts pgbench uses: facts of two writers would get out of order. */
export async function scormBench(server: ServerProcess, seeded: Seeded, learners: readonly Visitor[]): Promise<ScormBench> {
  const course = await seedPackage(server, seeded, scoKey);
  const fullCourse = await seedPackage(server, seeded, fullKey);
  const opened = await Promise.all(learners.map((visitor) => open(visitor, course.id)));
  const others = await Promise.all(seeded.cheapEmails.map((email) => signIn(server, email)));
  const openedByOthers = await Promise.all(others.map((visitor) => open(visitor, course.id)));
  // The first report of a part needs a decision about completion, which pgbench's statement does not make.
  await Promise.all(openedByOthers.map((one) => asJson(one.visitor, byToken(one, 1))));
  for (const visitor of others) visitor.close();

  async function commit(user: number, askOf: (one: Opened, seq: number, fact: CmiFact) => Asked): Promise<ViewCost> {
    const one = opened[user];
    if (!one) throw new Error("There are more virtual users than learners.");
    if (one.seq === commitsALaunch) Object.assign(one, await open(one.visitor, course.id));
    const seq = ++one.seq;
    const { status, body, bytes, queries } = await one.visitor.ask(askOf(one, seq, factNumber(seq)));
    const { stored, refused } = JSON.parse(body) as { stored?: number[]; refused?: unknown[] };
    if (status !== 200 || stored?.[0] !== seq || refused?.length) throw new Error(`A commit answered ${status}: ${body.slice(0, 300)}`);
    return { bytes, requests: 1, queries };
  }

  const full = new Map<number, Promise<Opened>>();
  /** The learner's attempt at a package of its own, with 4 MB in 70,000 values. Made when first opened: the median of the rounds leaves that out. */
  const fullAttempt = async (visitor: Visitor) => {
    const one = await open(visitor, fullCourse.id);
    await onDatabase(server, (client) =>
      client.query(
        `insert into scorm_states (portal_id, attempt_id, sco_key, cmi)
         select $1, $2, $3, jsonb_object_agg('cmi.interactions.' || n || '.learner_response', 'answer-' || n) from generate_series(1, 70000) n`,
        [seeded.portalId, one.attemptId, fullKey],
      ),
    );
    return one;
  };
  async function openFull(user: number): Promise<ViewCost> {
    const visitor = opened[user]?.visitor;
    if (!visitor) throw new Error("There are more virtual users than learners.");
    if (!full.has(user)) full.set(user, fullAttempt(visitor));
    const { attemptId, epoch } = (await full.get(user)) as Opened;
    const { status, body, bytes, queries } = await visitor.ask({
      method: "POST",
      path: "/rest/scorm/open",
      body: JSON.stringify({ attemptId, epoch }),
    });
    if (status !== 200 || body.length < 3_500_000) throw new Error(`A full attempt answered ${status}: ${body.slice(0, 300)}`);
    return { bytes, requests: 1, queries };
  }

  const workloads: Workload[] = [
    {
      id: "W6f",
      name: "Opening a full SCORM attempt, 4 MB",
      atMost: 100,
      view: openFull,
    },
    {
      id: "W6",
      name: "SCORM commit, session and CSRF token",
      atMost: 1,
      view: (user) =>
        commit(user, ({ attemptId, epoch }, seq, fact) => ({
          method: "POST",
          path: `/rest/progress/attempts/${attemptId}/commits`,
          body: JSON.stringify({ clientId: `bench-player-${epoch}`, epoch, commits: [{ seq, fact }] }),
        })),
    },
    {
      id: "W6b",
      name: "SCORM commit, attempt token",
      atMost: 1,
      view: (user) => commit(user, (one, seq) => byToken(one, seq)),
    },
  ];
  const { portalId } = seeded;
  return { workloads, pgbench: await pgbenchOf(server, { portalId, opened: openedByOthers }) };
}

/** A placeholder that pgbench's script replaces by the next sequence number. */
const seqMark = 777_777_777;

/** The statement that the server sends for commits of these attempts, one each, and its parameter. */
function statementFor(portalId: number, opened: readonly Opened[]): { text: string; value: string } {
  const facts = [{ seq: seqMark, fact: factNumber(1) }];
  const limits = stateLimits({ stateAttemptMb: 4, statePersonDayMb: 100_000 });
  const { text, values } = commitStatement(
    opened.map(({ attemptId, epoch }) => ({ portalId, attemptId, epoch, clientId: "bench-pgbench", commits: facts })),
    limits,
  );
  return { text, value: values[0] ?? "" };
}

const pgbenchProgram = () => {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  return ["/usr/bin/pgbench", ...versions.map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)].find((path) => existsSync(path));
};

async function pgbenchOf(
  server: ServerProcess,
  { portalId, opened }: { portalId: number; opened: readonly Opened[] },
): Promise<ScormBench["pgbench"]> {
  const program = pgbenchProgram();
  if (!program) return async () => null;
  // Outside the server's folder, which belongs to another user.
  const password = decodeURIComponent(new URL(server.databaseUrl.replace("@/", "@localhost/")).password);
  let runs = 0;
  return async ({ clients, batch }, seconds) => {
    if (clients * batch > opened.length) throw new Error(`There are ${opened.length} attempts for pgbench.`);
    // Start above every number that the last run can have reached, or the facts would count as late.
    const from = ++runs * 1_000_000_000;
    const folder = mkdtempSync(join(tmpdir(), "stoa-pgbench-"));
    try {
      // Each client has attempts of its own.
      const statements = Array.from({ length: clients }, (_, nth) => statementFor(portalId, opened.slice(nth * batch, (nth + 1) * batch)));
      const branches = statements.map(
        ({ text }, nth) =>
          `${nth ? "\\elif" : "\\if"} :client_id = ${nth}\n${text.replace("$1", `replace(:body${nth}::text, '${seqMark}', :seq::text)`)};\n`,
      );
      writeFileSync(join(folder, "commit.sql"), `\\set seq :seq + 1\n${branches.join("")}\\endif\n`);
      const { stdout } = await promisify(execFile)(
        program,
        [
          "-h",
          server.socketFolder,
          "-U",
          "postgres",
          "-n",
          "-M",
          "prepared",
          "-c",
          String(clients),
          "-j",
          "2",
          "-T",
          String(seconds),
          ...statements.flatMap(({ value }, nth) => ["-D", `body${nth}=${value}`]),
          "-D",
          `seq=${from}`,
          "-f",
          join(folder, "commit.sql"),
          "stoa",
        ],
        { env: { ...process.env, PGPASSWORD: password, PGOPTIONS: "-c role=stoa_app" } },
      );
      const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (tps === undefined || /number of failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench said: ${stdout}`);
      return Number(tps) * batch;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** How many facts of pgbench's attempts the log has, to check that its commits really count. */
export const pgbenchFacts = (server: ServerProcess): Promise<number> =>
  onDatabase(server, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from commit_log where client_id = 'bench-pgbench'",
    );
    return rows[0]?.count ?? 0;
  });
