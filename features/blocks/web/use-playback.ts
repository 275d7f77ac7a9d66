import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { atRest } from "#ui/at-rest.ts";
import { SPEEDS, playerSettings } from "./player-settings.ts";
import type { PlayerAction } from "./player-keys.ts";
import { useWatchLog, type WatchReport } from "./use-watch-log.ts";

type Played<Source> = {
  /** The same in several formats: where one fails, at the start or later, the next one goes on. */
  sources: readonly Source[];
  /** Its length, as its block says. */
  seconds: number;
  /** The second to resume at. */
  startAt: number;
  /** Playback that stopped within this many seconds of the end starts over. */
  endMargin: number;
  onReport: (report: WatchReport) => void;
  /** Called while it plays. */
  onProgress: () => void;
  /** The last second that one can go to; without it, all of it. */
  furthest?: number;
};

/** State and actions of what is played, for the controls and keys. */
export type Playback = ReturnType<typeof usePlayback>["player"];

/**
 * Playback of one video or recording. `media`, `preload` and `events` go on the element, which gets the `sources` returned; `player` is the state and
 * actions for its controls.
 * Never starts by itself. Speed and volume come from playerSettings.
 */
export function usePlayback<Media extends HTMLMediaElement, Source>(played: Played<Source>) {
  const { seconds, startAt, endMargin, onReport, onProgress, furthest = Infinity } = played;
  const media = useRef<Media>(null);
  const settings = playerSettings.use();
  const log = useWatchLog(onReport);
  const [isPlaying, setPlaying] = useState(false);
  const [hasStarted, setStarted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [second, setSecond] = useState(startAt);
  const [length, setLength] = useState(seconds);
  // Where to continue once the media is (re)loaded.
  const goOnAt = useRef(startAt);
  // The first source that has not failed, and how often the media was loaded anew.
  const [loading, setLoading] = useState({ from: 0, times: 0, isPlaying: false });
  const sources = played.sources.slice(loading.from);
  // Until the view is complete nothing of it is fetched: the view shows a poster, and its length as the block says it.
  const [isViewWhole, setViewWhole] = useState(false);
  useEffect(() => atRest(() => setViewWhole(true)), []);
  const isDue = isViewWhole || hasStarted;

  useEffect(() => {
    if (!media.current) return;
    media.current.playbackRate = settings.speed;
    media.current.volume = settings.volume;
    media.current.muted = settings.isMuted;
  }, [settings.speed, settings.volume, settings.isMuted]);

  const seek = (to: number) => {
    const target = Math.min(Math.max(0, to), length, furthest);
    log.flush();
    goOnAt.current = target;
    setSecond(target);
    if (media.current && media.current.readyState > 0) media.current.currentTime = target;
  };
  const play = () => {
    setStarted(true);
    media.current?.play().catch((cause: unknown) => {
      // Other errors mean that a newer play() or a pause ended this call; this one is a failure to show.
      if (cause instanceof DOMException && cause.name === "NotSupportedError") setFailed(true);
    });
  };
  const toggle = () => (media.current?.paused === false ? media.current.pause() : play());
  const setVolume = (volume: number) =>
    playerSettings.set({ volume: Math.min(1, Math.max(0, Math.round(volume * 20) / 20)), isMuted: false });
  const setSpeed = (speed: number) => playerSettings.set({ speed });
  const stepSpeed = (steps: number) => {
    const index = SPEEDS.findIndex((speed) => speed >= settings.speed);
    setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index + steps))] ?? 1);
  };
  /** Does what a key asks for; captions and full screen are a video's own. */
  const act = (action: PlayerAction) => {
    if (action.kind === "toggle") toggle();
    else if (action.kind === "seek") seek((media.current?.currentTime ?? second) + action.by);
    else if (action.kind === "volume") setVolume(settings.volume + action.by);
    else if (action.kind === "speed") stepSpeed(action.steps);
    else if (action.kind === "mute") playerSettings.set({ isMuted: !settings.isMuted });
  };
  const load = (from: number, at: number, goesOn: boolean) => {
    setFailed(false);
    goOnAt.current = at;
    setLoading({ from, times: loading.times + 1, isPlaying: goesOn });
  };
  const retry = () => load(0, second, false);
  useLayoutEffect(() => {
    if (loading.times === 0) return;
    media.current?.load();
    // Refused where another press is needed first: it then stands still at the same second.
    if (loading.isPlaying) media.current?.play().catch(() => undefined);
  }, [loading]);

  const events = {
    onLoadedMetadata: () => {
      const element = media.current;
      if (!element) return;
      if (Number.isFinite(element.duration)) setLength(element.duration);
      element.playbackRate = settings.speed;
      const at = goOnAt.current >= element.duration - endMargin ? 0 : goOnAt.current;
      if (at > 0) element.currentTime = at;
      setSecond(at);
    },
    onTimeUpdate: () => {
      const element = media.current;
      // Before it is loaded (again) the element says 0.
      if (!element || element.seeking || element.readyState === 0) return;
      // Before playback the element may report 0 while it still seeks to the resume position.
      if (!element.paused) {
        log.step(element.currentTime, element.playbackRate);
        onProgress();
      }
      if (hasStarted) setSecond(element.currentTime);
    },
    onSeeking: (): void => log.forget(),
    onPlay: () => {
      // The browser or a key of the device may have started it.
      setStarted(true);
      setPlaying(true);
    },
    onPause: () => {
      setPlaying(false);
      if (media.current) log.step(media.current.currentTime, media.current.playbackRate);
      log.flush();
    },
    onEnded: () => {
      setPlaying(false);
      log.flush();
    },
    onError: () => {
      log.flush();
      setPlaying(false);
      const element = media.current;
      const at = [...(element?.querySelectorAll("source") ?? [])].findIndex(({ src }) => src === element?.currentSrc);
      if (element && at >= 0 && at + 1 < sources.length) load(loading.from + at + 1, element.currentTime, !element.paused);
      else setFailed(true);
    },
  };

  const player = {
    settings,
    isPlaying,
    hasStarted,
    hasFailed,
    second,
    length,
    seek,
    toggle,
    play,
    act,
    retry,
    setVolume,
    setSpeed,
    fail: () => setFailed(true),
  };
  const preload = isDue ? ("metadata" as const) : ("none" as const);
  return { media, preload, events, sources, isDue, player };
}
