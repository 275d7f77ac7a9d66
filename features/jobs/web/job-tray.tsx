import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLiveNotifications } from "#features/notifications/web/use-live-notifications.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { toast } from "#ui/toast.ts";
import type { Job } from "../contract.ts";
import { isFollowed } from "./followed-jobs.ts";
import { isUnfinished, trayQuery, useUndoJob } from "./hooks.ts";
import { useJobWords } from "./job-state.tsx";
import { jobsSubject } from "./job-subject.ts";
import { useLiveJobs } from "./use-live-jobs.ts";
import "./job-tray.css";

const TrayList = lazyPart(() => import("./tray-list.tsx"));

/** In the header of staff: their jobs that run or have just ended. Nothing while there are none. It lives outside the screens, so it survives navigation. */
export default function JobTray() {
  const { t } = useLingui();
  const { data } = useQuery(trayQuery);
  const jobs = data?.jobs ?? [];
  const running = jobs.filter(isUnfinished).length;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLiveJobs(running > 0);
  useLiveNotifications(running > 0);
  useEnds(data?.jobs);
  if (jobs.length === 0) return null;
  const label = running > 0 ? t`Jobs: ${plural(running, { one: "# is running", other: "# are running" })}` : t`Jobs: all have ended`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="shell-tool"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={TrayList.want}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={ListChecks} size="m" />
        {running > 0 && (
          <span className="shell-count num" aria-hidden="true">
            {running}
          </span>
        )}
        <span className="shell-tip" aria-hidden="true">
          {label}
        </span>
      </button>
      {isOpen && <TrayList jobs={jobs} anchor={button} onClose={() => setOpen(false)} onGiveUp={() => setOpen(false)} />}
    </>
  );
}

/** Says when a job that was seen running has ended, and lets the views of what it changed ask again. */
function useEnds(jobs: readonly Job[] | undefined) {
  const { t } = useLingui();
  const words = useJobWords();
  const client = useQueryClient();
  const undo = useUndoJob();
  const seen = useRef(new Set<number>());
  const look = useEffectEvent((now: readonly Job[]) => {
    for (const job of now) {
      if (isUnfinished(job)) seen.current.add(job.id);
      else if (seen.current.delete(job.id)) {
        void refetchWhatShows(client, jobsSubject);
        if (isFollowed(job.id)) continue;
        const facts = job.facts.map(({ label, value }) => `${label}: ${value}`).join(" · ");
        toast({
          tone: job.state === "done" ? "success" : job.state === "failed" ? "danger" : "neutral",
          title: `${job.title}: ${words[job.state]}`,
          message: job.reason ?? facts,
          ...(job.undoUntil !== null && { action: { label: t`Undo`, onPress: () => undo.mutate(job.id) } }),
        });
      }
    }
  });
  useEffect(() => {
    if (jobs) look(jobs);
  }, [jobs]);
}
