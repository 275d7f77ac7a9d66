import { sql } from "kysely";
import { newestAttempt } from "../server/standing-sql.ts";

/** The chosen people `c` as members `m` and users `u` of the portal, with how each stands in a course: `s`, and `p` for what came of the newest attempt. */
export const chosenStanding = (portalId: number, courseId: number) => sql`chosen c
    join memberships m on m.portal_id = ${portalId} and m.user_id = c.user_id
    join users u on u.id = c.user_id
    left join lateral (select * from enrolment_standing s where s.portal_id = ${portalId} and s.user_id = c.user_id and s.course_id = ${courseId}) s on true
    left join ${newestAttempt}`;
