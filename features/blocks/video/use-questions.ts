import { useRef, useState, type RefObject } from "react";
import type { ShownVideo, VideoState } from "./video.ts";

export type VideoQuestion = NonNullable<ShownVideo["questions"]>[number];

/** Playback runs ahead of what is told of it, and may stop a moment before its end. In seconds. */
const slack = 0.5;
/** A longer step between two reports of playback, in seconds at normal speed, is a seek. */
const longestStep = 2;

/** The questions of a video: which one is asked, which are open, and how far one may go (EDT-2). */
export function useQuestions({ questions = [], mustAnswer = false }: ShownVideo, state: VideoState | null) {
  const [asked, setAsked] = useState<VideoQuestion | null>(null);
  // Answered here, whether the server knows of it yet or not.
  const [given, setGiven] = useState<readonly string[]>([]);
  const isOpen = ({ question: { id } }: VideoQuestion) => !given.includes(id) && !state?.answers?.[id];
  const open = questions.filter(isOpen).toSorted((a, b) => a.from - b.from);
  return {
    asked,
    setAsked,
    open,
    give: (id: string) => setGiven((all) => [...all, id]),
    isHeld: mustAnswer && asked !== null && isOpen(asked),
    mustAnswer,
    furthest: mustAnswer ? (open[0]?.from ?? Infinity) : Infinity,
  };
}

export type VideoQuestions = ReturnType<typeof useQuestions>;

interface Stage {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly hasStarted: boolean;
  readonly length: number;
  readonly seek: (second: number) => void;
}

/** What the player's events do besides: where a question comes up playback stops, and goes on when the person does. */
export function useStops({ asked, setAsked, open, isHeld, mustAnswer }: VideoQuestions, { video, hasStarted, length, seek }: Stage) {
  const last = useRef<number | null>(null);
  const onTimeUpdate = () => {
    const element = video.current;
    if (!element || element.seeking || element.readyState === 0 || !hasStarted) return;
    const now = element.currentTime;
    const before = last.current ?? now;
    last.current = now;
    if (asked) {
      // Somebody looks at the part before it again.
      if (now < asked.from - slack) setAsked(null);
      return;
    }
    const isStep = now > before && now - before <= longestStep * element.playbackRate;
    const due = open.find(({ from }) => {
      const at = Math.min(from, length - slack);
      return at <= now && (mustAnswer || (isStep && before < at));
    });
    if (!due) return;
    element.pause();
    if (now > due.from + slack) seek(due.from);
    setAsked(due);
  };
  const onPlay = () => {
    if (isHeld) video.current?.pause();
    else if (asked) setAsked(null);
  };
  return { onTimeUpdate, onPlay, onSeeking: () => void (last.current = null) };
}
