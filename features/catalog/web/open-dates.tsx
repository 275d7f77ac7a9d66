import { Trans } from "@lingui/react/macro";
import { Time } from "#ui/time.tsx";
import type { CourseDetails } from "../contract.ts";

/** From when until when people may enrol themselves, by the clocks of the zone that it was meant in (INV-10). */
export default function OpenDates({ course }: { course: CourseDetails }) {
  if (!course.window) return null;
  const { from, until, zone } = course.window;
  return (
    <p className="muted small">
      {from && until ? (
        <Trans>
          From <Time instant={from} zone={zone} /> until <Time instant={until} zone={zone} />
        </Trans>
      ) : from ? (
        <Trans>
          From <Time instant={from} zone={zone} />
        </Trans>
      ) : (
        until && (
          <Trans>
            Until <Time instant={until} zone={zone} />
          </Trans>
        )
      )}
    </p>
  );
}
