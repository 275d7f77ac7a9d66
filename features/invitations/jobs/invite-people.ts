import * as z from "zod/mini";
import { startJob, type JobKind } from "#features/jobs/server/service.ts";
import { sayIn, type Say } from "#platform/catalogue.ts";
import { languageFor } from "#platform/languages.ts";
import { csvHead, csvLines } from "#platform/list/server/csv.ts";
import { listEnded } from "../server/list-queries.ts";
import { inviteNext } from "../server/run-list.ts";
import { withdrawInvited } from "./withdraw-invited.ts";

const InvitePeople = z.object({ listId: z.int(), count: z.int() });
type InvitePeople = z.infer<typeof InvitePeople>;
interface Invited {
  readonly invited: number;
  readonly left: number;
}
const undoDays = 7;

/** Invites the addresses of a previewed list. Its file says of each line what became of it; undoing it withdraws. */
export const invitePeople: JobKind<InvitePeople, Invited, Invited> = {
  name: "invite-people",
  input: InvitePeople,
  title: (say, { input: { count } }) => say("{count, plural, one {Invite # person} other {Invite # people}}", { count }),
  facts: (say, { result }) =>
    result
      ? [
          { label: say("Invited"), value: String(result.invited) },
          ...(result.left > 0 ? [{ label: say("Not as previewed and left alone"), value: String(result.left) }] : []),
        ]
      : [],
  async run({ input: { listId, count }, portalId, secret, chunk, checkpoint, keepFile }) {
    const key = { portalId, listId };
    const next = () =>
      chunk(async ({ db, owner, note }) => {
        const so = checkpoint() ?? { invited: 0, left: 0 };
        const came = await inviteNext({ db, owner, note }, key, secret);
        const now = { invited: so.invited + came.invited, left: so.left + came.left };
        const isOver = came.invited + came.left === 0;
        const file = isOver ? asCsv(sayIn(languageFor(owner.locale, null, undefined)), await listEnded(db, key)) : null;
        return { checkpoint: now, done: now.invited + now.left, total: count, file };
      });
    let { file, checkpoint: result } = await next();
    while (file === null) ({ file, checkpoint: result } = await next());
    await keepFile({ name: "invitations.csv", type: "text/csv", data: Buffer.from(file) });
    return { result, ...(result.invited > 0 && { undoUntil: new Date(Date.now() + undoDays * 86_400_000) }) };
  },
  undo: (context, { input: { listId }, result }) => {
    const count = result?.invited ?? 0;
    return startJob(context, withdrawInvited, { input: { listId, count }, total: count });
  },
};

function asCsv(say: Say, rows: Awaited<ReturnType<typeof listEnded>>): string {
  const words: Record<(typeof rows)[number]["became"], string> = {
    new: say("Invited"),
    again: say("Invited again: a new email, and the older link ended"),
    member: say("Left out: belongs to the portal already"),
    suppressed: say("Left out: on the email blacklist"),
    malformed: say("Left out: no email"),
    twice: say("Left out: already further up in the list"),
    changed: say("Left alone: invited or withdrawn by somebody else in the meantime"),
  };
  return (
    csvHead([say("Line"), say("Email"), say("What became of it")]) + csvLines(rows.map((row) => [row.line, row.words, words[row.became]]))
  );
}
