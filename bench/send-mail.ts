// Mail: how many messages one worker sends to a real mail server in a second, and whether its memory stays as it is (issue 11 §3).
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { cpuMs, residentMb } from "./cpu-time.ts";

export interface MailCost {
  readonly perSecond: number;
  /** CPU milliseconds of a message, of all processes of the server. */
  readonly cpuMs: number;
  /** Memory of the application after a tenth of the messages, and the most of it afterwards, in MB. */
  readonly memoryMb: { readonly early: number; readonly most: number };
}

/** Sends `count` messages from a server of its own, which is web and one worker, to a mail server in this process, which reads them and keeps nothing. */
export async function sendMail(port: number, count: number): Promise<MailCost> {
  const arrived = { count: 0 };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, _, done) {
      stream.resume();
      stream.on("end", () => {
        arrived.count++;
        done();
      });
    },
  });
  await new Promise<void>((done) => smtp.listen(0, "127.0.0.1", () => done()));
  const at = smtp.server.address();
  const smtpPort = typeof at === "object" ? at?.port : 0;
  const server = await startProcess({ port, demo: true, settings: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` } });
  try {
    await onDatabase(server, (client) =>
      client.query(
        `with portal as (select id from portals where slug = 'northwind'), gone as (delete from notifications),
          switched as (insert into mail_settings (portal_id, hourly_cap) select id, 1000000 from portal)
        insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
        select m.portal_id, 'completed', 'course:1', m.user_id, 'bench:' || n, jsonb_build_object('courseId', 1, 'courseType', 'online', 'course', 'Course ' || n)
        from generate_series(1, $1::int) n
        join (select portal_id, user_id, row_number() over (order by user_id) - 1 as nth, count(*) over () as people from memberships
          where portal_id = (select id from portal) and status = 'active') m on m.nth = n % m.people`,
        [count],
      ),
    );
    const processes = [server.pid(), server.postmaster()];
    const patience = Date.now() + 600_000;
    const until = async (wanted: number, look: () => void = () => undefined) => {
      for (; arrived.count < wanted; await wait(50)) {
        look();
        if (Date.now() > patience) throw new Error(`Of ${wanted} messages ${arrived.count} arrived. ${server.said().slice(-500)}`);
      }
    };
    // The first tenth warms up: templates, connections, code.
    const tenth = Math.floor(count / 10);
    await until(tenth);
    const [from, began, before] = [arrived.count, performance.now(), cpuMs(processes)];
    const early = residentMb(server.pid());
    let most = early;
    await until(count, () => (most = Math.max(most, residentMb(server.pid()))));
    return {
      perSecond: (arrived.count - from) / ((performance.now() - began) / 1000),
      cpuMs: (cpuMs(processes) - before) / (arrived.count - from),
      memoryMb: { early, most },
    };
  } finally {
    await server.close();
    await new Promise<void>((done) => smtp.close(() => done()));
  }
}
