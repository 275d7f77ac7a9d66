// Whether the time of an answer tells who has an account (security.md row 59): the four calls that take an email of anybody, for addresses with an account and without.
import { demoPassword } from "#db/demo/portals.ts";
import { onDatabase, startProcess, type ServerProcess } from "#app/test/server.ts";
import { addPeople, emailOf } from "./seed.ts";
import { median } from "./statistics.ts";
import { signIn } from "./view-workloads.ts";
import { openVisitor } from "./visitor.ts";

/** The most by which the medians of known and unknown addresses may differ, in milliseconds (issue 11 §3). */
export const timingAtMost = 10;

interface TimedCall {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly body: (email: string) => object;
}
const calls: readonly TimedCall[] = [
  { name: "sign in, wrong password", path: "/rest/auth/login", status: 401, body: (email) => ({ email, password: `not ${demoPassword}` }) },
  { name: "forgot password", path: "/rest/auth/forgot", status: 200, body: (email) => ({ email }) },
  {
    name: "register",
    path: "/rest/registration",
    status: 200,
    body: (email) => ({ email, givenName: "Ines", familyName: "Vega", values: {} }),
  },
  { name: "link to sign in", path: "/rest/auth/link", status: 200, body: (email) => ({ email }) },
];

export interface Timing {
  readonly name: string;
  /** Medians in milliseconds, from asking to the whole answer. */
  readonly known: number;
  readonly unknown: number;
}

/** Asks each call for `count` addresses with an account and as many without, in turns on one connection. Throws on an answer that differs from the others of its call. */
export async function measureTiming(port: number, count: number): Promise<Timing[]> {
  const server = await startProcess({
    port,
    demo: true,
    settings: { RATE_LOGIN_PER_ACCOUNT: "100000", RATE_LOGIN_PER_IP: "100000", LOG_LEVEL: "info" },
  });
  try {
    await letEverybodyIn(server);
    // The first tenth warms up: code, statements, the worker that sends the letters.
    const warmUp = Math.ceil(count / 10);
    const numbers = Array.from({ length: count + warmUp }, (_, nth) => nth);
    await onDatabase(server, async (client) => {
      const { rows } = await client.query<{ id: number; hash: string }>(
        "select p.id, u.password_hash as hash from portals p, users u where p.slug = 'northwind' and u.email = 'student@stoa.example'",
      );
      const [row] = rows;
      if (!row) throw new Error("The demo's learner is missing.");
      const emails = numbers.map((nth) => emailOf("known", nth));
      await addPeople(client, Number(row.id), emails, row.hash);
      await client.query("vacuum analyze");
    });
    const times = calls.map((call) => ({ call, known: [] as number[], unknown: [] as number[] }));
    const visitor = openVisitor(server.origin);
    await visitor.ask({ method: "GET", path: "/v/auth/login" });
    for (const nth of numbers)
      for (const { call, ...taken } of times) {
        const bodies = new Set<string>();
        // Each comes first as often, so that what the one before leaves behind is shared.
        for (const kind of nth % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
          const began = performance.now();
          const { status, body } = await visitor.ask({
            method: "POST",
            path: call.path,
            body: JSON.stringify(call.body(emailOf(kind === "known" ? "known" : "nobody", nth))),
          });
          const ms = performance.now() - began;
          if (status !== call.status) throw new Error(`${call.path} answered ${status}: ${body}`);
          bodies.add(body.replace(/"requestId":"[^"]*"/, ""));
          if (nth >= warmUp) taken[kind].push(ms);
        }
        if (bodies.size !== 1) throw new Error(`${call.path} answers known and unknown differently: ${[...bodies].join(" ")}`);
      }
    visitor.close();
    await requireLetters(server, 3 * numbers.length);
    return times.map(({ call, known, unknown }) => ({ name: call.name, known: median(known), unknown: median(unknown) }));
  } finally {
    await server.close();
  }
}

/** Opens registration and switches on links to sign in, as the demo's admin. */
async function letEverybodyIn(server: ServerProcess) {
  const admin = await signIn(server, "admin@stoa.example");
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await admin.ask({ method, path, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as { revision?: number };
  };
  const { revision } = await ask("GET", "/rest/settings");
  await ask("POST", "/rest/settings", { revision, values: { signInByLink: "true" } });
  await ask("PUT", "/rest/registration/settings", { mode: "open", domains: [], fieldIds: [], terms: "" });
  admin.close();
}

/** Throws unless the known addresses were written to: else they were as unknown as the others, and nothing was compared. */
const requireLetters = (server: ServerProcess, least: number) =>
  onDatabase(server, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from messages m join users u on u.id = m.user_id where u.email like $1",
      [emailOf("known", 0).replace("0", "%")],
    );
    const count = rows[0]?.count ?? 0;
    if (count < least) throw new Error(`Of ${least} letters to known addresses ${count} were written.`);
  });
