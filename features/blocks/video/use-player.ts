import { useEffect, useRef, useState } from "react";
import { useMediaQuery } from "#ui/use-media-query.ts";
import type { PlayerAction } from "../web/player-keys.ts";
import { playerSettings } from "../web/player-settings.ts";
import { usePlayback } from "../web/use-playback.ts";
import type { WatchReport } from "../web/use-watch-log.ts";
import type { ShownVideo } from "./video.ts";

// A phone in landscape, as in player.css: there the player fills the window.
const SIDEWAYS = "(orientation: landscape) and (height < 500px)";

/** State and actions of a video's player, for its parts. */
export type Player = ReturnType<typeof usePlayer>["player"];
/** Event handlers for the video element. */
export type PlayerEvents = ReturnType<typeof usePlayer>["events"];

interface Playing {
  readonly block: ShownVideo;
  readonly startAt: number;
  /** The last second that one can go to. */
  readonly furthest: number;
  readonly onReport: (report: WatchReport) => void;
  readonly onProgress: () => void;
}

/** Playback of one video: what every recording has (use-playback.ts), with captions and full screen. `frame` goes on the element that fills the screen. */
export function usePlayer({ block, ...playing }: Playing) {
  const { seconds, sources } = block;
  const { media, preload, events, isDue, player, ...playback } = usePlayback<HTMLVideoElement, ShownVideo["sources"][number]>({
    ...playing,
    sources,
    seconds,
    endMargin: 3,
  });
  const frame = useRef<HTMLDivElement>(null);
  const [isFullScreen, setFullScreen] = useState(false);
  const { captions } = player.settings;

  useEffect(() => {
    showCaptions(media.current, isDue ? captions : null);
  }, [media, isDue, captions]);

  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement === frame.current);
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, []);

  const isSideways = useMediaQuery(SIDEWAYS);
  const { isPlaying } = player;
  useEffect(() => {
    if (isPlaying && isSideways) frame.current?.scrollIntoView();
  }, [isPlaying, isSideways]);

  const setCaptions = (language: string | null) => playerSettings.set({ captions: language });
  const toggleCaptions = () => {
    const own = block.captions.find((track) => track.language === document.documentElement.lang.slice(0, 2));
    setCaptions(block.captions.some((track) => track.language === captions) ? null : ((own ?? block.captions[0])?.language ?? null));
  };
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.();
  };
  const act = (action: PlayerAction) => {
    if (action.kind === "captions") toggleCaptions();
    else if (action.kind === "fullScreen") toggleFullScreen();
    else player.act(action);
  };
  return {
    video: media,
    frame,
    preload,
    events,
    sources: playback.sources,
    player: { ...player, act, isFullScreen, setCaptions, toggleCaptions, toggleFullScreen },
  };
}

/** Shows the captions in a language; null shows none. Only shown ones are fetched. */
function showCaptions(video: HTMLVideoElement | null, language: string | null) {
  for (const track of video?.textTracks ?? []) track.mode = track.language === language ? "showing" : "disabled";
}
