import { useEffect, useRef } from "react";
import { addRange } from "../ranges.ts";

// Interval between reports during playback, in milliseconds.
const REPORT_EVERY = 10_000;
// A longer step between two timeupdate events, in seconds of playback at normal speed, is a seek and does not count as watched.
const LONGEST_STEP = 2;

/** A report about playback: the ranges watched since the last report, and the position. */
export type WatchReport = { ranges: [number, number][]; position: number };

/**
 * Collects the ranges that were really played and reports them about every ten seconds of playback, and at once on pause, seek, end,
 * hiding the page and leaving (VIEW-4). Call `step` with every timeupdate event of the video, `flush` when playback stops.
 */
export function useWatchLog(onReport: (report: WatchReport) => void) {
  const log = useRef({ last: null as number | null, seen: [] as [number, number][], position: 0, sentAt: 0 });
  const report = useRef(onReport);
  useEffect(() => {
    report.current = onReport;
  });

  const flush = () => {
    const { seen, position } = log.current;
    log.current.last = null;
    log.current.sentAt = Date.now();
    if (seen.length === 0) return;
    log.current.seen = [];
    report.current({ ranges: seen, position });
  };
  const step = (second: number, speed: number) => {
    const now = log.current;
    if (now.last !== null && second > now.last && second - now.last <= LONGEST_STEP * speed)
      now.seen = addRange(now.seen, [now.last, second]);
    now.last = second;
    now.position = Math.round(second * 10) / 10;
    if (now.sentAt === 0) now.sentAt = Date.now();
    if (Date.now() - now.sentAt >= REPORT_EVERY) {
      flush();
      now.last = second;
    }
  };

  const leave = useRef(flush);
  useEffect(() => {
    leave.current = flush;
  });
  useEffect(() => {
    const listening = new AbortController();
    // In the capture phase: the outbox listens to the same events, and has to find in itself what this reports.
    const options = { capture: true, signal: listening.signal };
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave.current(), options);
    window.addEventListener("pagehide", () => leave.current(), options);
    return () => {
      listening.abort();
      leave.current();
    };
  }, []);

  return { step, flush, forget: () => void (log.current.last = null) };
}
