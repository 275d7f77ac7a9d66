import { Trans } from "@lingui/react/macro";
import { AnnouncementText } from "#features/portal/web/announcement-dialog.tsx";
import type { CourseDetails } from "../contract.ts";

/** What the portal tells the people of a course, on its page (ANN-3). They read and confirm it like any other, in the dialog. */
export default function DetailsAnnouncements({ announcements }: Pick<CourseDetails, "announcements">) {
  return (
    <section className="card details-announcements" aria-labelledby="details-announcements">
      <h2 id="details-announcements">
        <Trans>Announcements</Trans>
      </h2>
      <div className="announcements">
        {announcements.map((one) => (
          <AnnouncementText key={one.id} announcement={one} />
        ))}
      </div>
    </section>
  );
}
