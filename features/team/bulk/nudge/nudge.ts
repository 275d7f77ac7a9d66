import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { openOf } from "#features/enrolment/server/service.ts";
import { nudged } from "#features/notifications/events/nudged/nudged.ts";
import { notify } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { listOpenCourses, nudgeSubject } from "../../server/queries.ts";

const Input = z.object({});
/** The day on which somebody was last reminded, in the portal's zone. */
type State = { readonly day: string | null };

/** The most courses that a reminder names. */
const mostNamed = 5;

/** Reminds people of the courses that are open for them, once a day each, whoever does it (ROLE-6). What was said cannot be taken back. */
export const nudge: BulkKind<z.infer<typeof Input>, State, object> = {
  name: "nudge",
  input: Input,
  rule: may("enrol-people"),
  isFinal: true,
  about: async () => ({}),
  effects: ({ actor }) => sql`
    select c.user_id, jsonb_build_object('day', (select max(n.occurrence) from notifications n
        where n.portal_id = ${actor.portalId} and n.event = ${nudged.name} and n.subject = ${nudgeSubject} and n.user_id = c.user_id)) as before,
      jsonb_build_object('day', (now() at time zone o.time_zone)::date) as after,
      case when c.user_id = ${actor.userId}::bigint then 'self'
        when m.status <> 'active' then 'inactive'
        when not exists (select from ${openOf(actor.portalId, sql`c.user_id`)} where p.completed_at is null) then 'nothing' end as left_out
    from chosen c
    join portals o on o.id = ${actor.portalId}
    join memberships m on m.portal_id = o.id and m.user_id = c.user_id`,
  async write({ db, actor }, _, changes) {
    const by = `${actor.givenName} ${actor.familyName}`.trim() || actor.email;
    const open = await listOpenCourses(
      db,
      actor.portalId,
      changes.map(({ id }) => id),
    );
    const courses = Map.groupBy(open, ({ userId }) => userId);
    await notify(
      db,
      actor.portalId,
      nudged,
      changes.map(({ id: userId, to }) => {
        const theirs = courses.get(userId) ?? [];
        return {
          subject: nudgeSubject,
          userId,
          occurrence: to.day ?? "",
          variables: {
            by,
            open: theirs.length,
            overdue: theirs.filter(({ isOverdue }) => isOverdue).length,
            courses: theirs
              .slice(0, mostNamed)
              .map(({ courseId, courseType, course, dueAt }) => ({ courseId, courseType, course, dueAt: dueAt?.toISOString() ?? null })),
          },
        };
      }),
    );
  },
  audit: () => "nudged",
  title: (say, _, count) => say("{count, plural, one {Remind # person} other {Remind # people}}", { count }),
  state: (say, _, { day }) => (day === null ? say("Never reminded") : say("Reminded on {day}", { day })),
  leftOut: (say) => ({
    same: say("Reminded today already"),
    self: say("You yourself"),
    inactive: say("Deactivated"),
    nothing: say("Nothing is open for them"),
  }),
};
