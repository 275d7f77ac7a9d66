import { useEffect, useRef, useState } from "react";
import type { VideoBlock } from "./video.ts";
import { useMediaQuery } from "#ui/use-media-query.ts";
import { SPEEDS, playerSettings } from "./player-settings.ts";
import type { PlayerAction } from "./player-keys.ts";
import type { WatchReport } from "../web/use-watch-log.ts";
import { useWatchLog } from "../web/use-watch-log.ts";

// A phone in landscape, as in player.css: there the player fills the window.
const SIDEWAYS = "(orientation: landscape) and (height < 500px)";
// Playback that stopped within this many seconds of the end starts over.
const END_MARGIN = 3;

/** State and actions of a player, for its parts. */
export type Player = ReturnType<typeof usePlayer>["player"];
/** Event handlers for the video element. */
export type PlayerEvents = ReturnType<typeof usePlayer>["events"];

/**
 * Playback of one video. `player` is the state and actions for the controls; `video`, `frame` and `events` go on the elements.
 * `startAt` is the second to resume at.
 * Never starts by itself. Speed, volume and captions come from playerSettings.
 */
export function usePlayer(block: VideoBlock, startAt: number, onReport: (report: WatchReport) => void, onProgress: () => void) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const settings = playerSettings.use();
  const log = useWatchLog(onReport);
  const [isPlaying, setPlaying] = useState(false);
  const [hasStarted, setStarted] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isFullScreen, setFullScreen] = useState(false);
  const [second, setSecond] = useState(startAt);
  const [length, setLength] = useState(block.seconds);
  // Where to continue once the media is (re)loaded.
  const goOnAt = useRef(startAt);

  useEffect(() => {
    if (!video.current) return;
    video.current.playbackRate = settings.speed;
    video.current.volume = settings.volume;
    video.current.muted = settings.isMuted;
  }, [settings.speed, settings.volume, settings.isMuted]);

  useEffect(() => {
    showCaptions(video.current, settings.captions);
  }, [settings.captions]);

  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement === frame.current);
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, []);

  const isSideways = useMediaQuery(SIDEWAYS);
  useEffect(() => {
    if (isPlaying && isSideways) frame.current?.scrollIntoView();
  }, [isPlaying, isSideways]);

  const seek = (to: number) => {
    const target = Math.min(Math.max(0, to), length);
    log.flush();
    goOnAt.current = target;
    setSecond(target);
    if (video.current && video.current.readyState > 0) video.current.currentTime = target;
  };
  const play = () => {
    setStarted(true);
    video.current?.play().catch((cause: unknown) => {
      // Other errors mean that a newer play() or a pause ended this call; this one is a failure to show.
      if (cause instanceof DOMException && cause.name === "NotSupportedError") setFailed(true);
    });
  };
  const toggle = () => (video.current?.paused === false ? video.current.pause() : play());
  const setCaptions = (language: string | null) => playerSettings.set({ captions: language });
  const toggleCaptions = () => {
    const own = block.captions.find((track) => track.language === document.documentElement.lang.slice(0, 2));
    setCaptions(
      block.captions.some((track) => track.language === settings.captions) ? null : ((own ?? block.captions[0])?.language ?? null),
    );
  };
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.();
  };
  const setVolume = (volume: number) =>
    playerSettings.set({ volume: Math.min(1, Math.max(0, Math.round(volume * 20) / 20)), isMuted: false });
  const setSpeed = (speed: number) => playerSettings.set({ speed });
  const stepSpeed = (steps: number) => {
    const index = SPEEDS.findIndex((speed) => speed >= settings.speed);
    setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index + steps))] ?? 1);
  };

  const act = (action: PlayerAction) => {
    if (action.kind === "toggle") toggle();
    else if (action.kind === "seek") seek((video.current?.currentTime ?? second) + action.by);
    else if (action.kind === "volume") setVolume(settings.volume + action.by);
    else if (action.kind === "speed") stepSpeed(action.steps);
    else if (action.kind === "mute") playerSettings.set({ isMuted: !settings.isMuted });
    else if (action.kind === "captions") toggleCaptions();
    else toggleFullScreen();
  };
  const retry = () => {
    setFailed(false);
    goOnAt.current = second;
    video.current?.load();
  };

  const events = {
    onLoadedMetadata: () => {
      const element = video.current;
      if (!element) return;
      if (Number.isFinite(element.duration)) setLength(element.duration);
      element.playbackRate = settings.speed;
      const at = goOnAt.current >= element.duration - END_MARGIN ? 0 : goOnAt.current;
      if (at > 0) element.currentTime = at;
      setSecond(at);
    },
    onTimeUpdate: () => {
      const element = video.current;
      if (!element || element.seeking) return;
      // Before playback the element may report 0 while it still seeks to the resume position.
      if (!element.paused) {
        log.step(element.currentTime, element.playbackRate);
        onProgress();
      }
      if (hasStarted) setSecond(element.currentTime);
    },
    onSeeking: () => log.forget(),
    onPlay: () => setPlaying(true),
    onPlaying: () => setWaiting(false),
    onWaiting: () => setWaiting(true),
    onPause: () => {
      setPlaying(false);
      if (video.current) log.step(video.current.currentTime, video.current.playbackRate);
      log.flush();
    },
    onEnded: () => {
      setPlaying(false);
      log.flush();
    },
    onError: () => {
      setPlaying(false);
      setFailed(true);
    },
  };

  const player = {
    settings,
    isPlaying,
    hasStarted,
    isWaiting,
    hasFailed,
    isFullScreen,
    second,
    length,
    seek,
    toggle,
    play,
    act,
    retry,
    setVolume,
    setSpeed,
    setCaptions,
    toggleCaptions,
    toggleFullScreen,
    fail: () => setFailed(true),
  };
  return { video, frame, events, player };
}

/** Shows the captions in a language; null hides them. */
function showCaptions(video: HTMLVideoElement | null, language: string | null) {
  for (const track of video?.textTracks ?? []) track.mode = track.language === language ? "showing" : "hidden";
}
