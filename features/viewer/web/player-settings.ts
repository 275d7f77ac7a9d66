import * as z from "zod/mini";
import { keptSetting } from "./kept-setting.ts";

/** Speeds a video can be played at, times normal. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const Schema = z.object({
  speed: z.number().check(z.gte(0.5), z.lte(2)),
  /** 0 to 1. */
  volume: z.number().check(z.gte(0), z.lte(1)),
  isMuted: z.boolean(),
  /** The language of the captions, or none. */
  captions: z.nullable(z.string()),
});

/** How this person likes videos; remembered from one video to the next. */
export const playerSettings = keptSetting("stoa.player", Schema, { speed: 1, volume: 1, isMuted: false, captions: null });
