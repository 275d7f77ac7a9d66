import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { staffMessage } from "#features/notifications/events/staff_message/staff-message.ts";
import { notify } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { words } from "#platform/words.ts";
import { mostMessage, mostSubject } from "../../contract.ts";

/** One line and plain text; what is markup in it stays text. */
const Input = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, words("Write a subject.")),
      z.maxLength(mostSubject, words("Write {maximum} characters or fewer.")),
      z.regex(/^[^\r\n]*$/, words("A subject is one line.")),
    ),
  body: z
    .string()
    .check(z.trim(), z.minLength(1, words("Write a message.")), z.maxLength(mostMessage, words("Write {maximum} characters or fewer."))),
});
interface State {
  readonly isSent: boolean;
}
interface About {
  readonly subject: string;
}

/** Sends people a message in somebody's own words (FIND-2): in the bell, and by mail as they have chosen. What was said cannot be taken back. */
export const message: BulkKind<z.infer<typeof Input>, State, About> = {
  name: "message",
  input: Input,
  rule: may("message-people"),
  isFinal: true,
  about: async (_, { subject }) => ({ subject }),
  effects: ({ actor }) => sql`
    select c.user_id, '{"isSent": false}'::jsonb as before, '{"isSent": true}'::jsonb as after,
      case when c.user_id = ${actor.userId}::bigint then 'self' when m.status <> 'active' then 'inactive' end as left_out
    from chosen c join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id`,
  async write({ db, actor }, { subject, body }, changes, { runId }) {
    const by = `${actor.givenName} ${actor.familyName}`.trim() || actor.email;
    await notify(
      db,
      actor.portalId,
      staffMessage,
      changes.map(({ id }) => ({
        subject: `message:${runId}`,
        userId: id,
        occurrence: "once",
        variables: { by, byId: actor.userId, subject, body },
      })),
    );
  },
  audit: () => "message_sent",
  title: (say, { subject }, count) =>
    say("{count, plural, one {Send “{subject}” to # person} other {Send “{subject}” to # people}}", { count, subject }),
  state: (say, _, { isSent }) => (isSent ? say("A message") : say("No message")),
  leftOut: (say) => ({ same: say("Nothing to do"), self: say("You yourself"), inactive: say("Deactivated") }),
};
