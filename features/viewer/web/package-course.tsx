import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { ScormViewer } from "#features/scorm/web/scorm-viewer.tsx";
import ElsewhereNote from "./elsewhere-note.tsx";
import { SaveStatus } from "./save-status.tsx";
import type { Opened } from "./use-opened-course.ts";
import { Viewer } from "./viewer.tsx";

/** A SCORM course: the package plays in its own viewer; the result is shown as for every other course. */
export default function PackageCourse({ opened }: { opened: Opened }) {
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
  if (asked === "done") return <Viewer opened={{ ...opened, state }} />;
  return (
    <ScormViewer
      launched={opened}
      state={state}
      asked={asked}
      saveStatus={<SaveStatus />}
      note={opened.openElsewhere && <ElsewhereNote />}
    />
  );
}
