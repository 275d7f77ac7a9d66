import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ScormViewer } from "#features/scorm/web/scorm-viewer.tsx";
import ElsewhereNote from "./elsewhere-note.tsx";
import type { Opened } from "./use-opened-course.ts";

type PackageCourseProps = {
  opened: Opened;
  /** Given and not imported: code that a screen and a part of it import would be a file of its own, and a request. */
  saveStatus: ReactNode;
  /** The viewer of other courses. */
  renderResult: (opened: Opened) => ReactNode;
};

/** A SCORM course: the package plays in its own viewer; the result is shown as for every other course. */
export default function PackageCourse({ opened, saveStatus, renderResult }: PackageCourseProps) {
  const asked = new URLSearchParams(useLocation().search).get("page");
  const [state, setState] = useState(opened.state);
  const { outbox } = opened;
  const { attemptId } = opened.state;
  useEffect(
    () =>
      outbox.onState((id, next) => {
        if (id === attemptId) setState(next);
      }),
    [outbox, attemptId],
  );
  if (asked === "done") return renderResult({ ...opened, state });
  return (
    <ScormViewer launched={opened} state={state} asked={asked} saveStatus={saveStatus} note={opened.openElsewhere && <ElsewhereNote />} />
  );
}
