import { keptSetting, oneOf } from "#ui/kept-setting.ts";

/** Available playback speeds; 1 is normal. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

interface PlayerSettings {
  speed: number;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** The language of the captions; null for none. */
  captions: string | null;
}

const between =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    typeof value === "number" && value >= least && value <= most;

/** A person's settings for videos, kept from one video to the next. */
export const playerSettings = keptSetting<PlayerSettings>(
  "stoa.player",
  {
    speed: between(0.5, 2),
    volume: between(0, 1),
    isMuted: oneOf(true, false),
    captions: (value): value is string | null => value === null || typeof value === "string",
  },
  { speed: 1, volume: 1, isMuted: false, captions: null },
);
