/** What is heard between two times in seconds, in words. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A stretch of sound up to the second `to`: tones in hertz, each for the given seconds, repeated in turn. 0 is silence. */
interface Stretch {
  readonly to: number;
  readonly tones: readonly { readonly hertz: number; readonly seconds: number }[];
}

/** The demo's recordings, from which make-recordings.ts makes the files. */
export const recordings = {
  "alarm-signals": {
    seconds: 17,
    sound: [
      {
        to: 8,
        tones: [
          { hertz: 800, seconds: 1 },
          { hertz: 0, seconds: 1 },
        ],
      },
      { to: 9, tones: [{ hertz: 0, seconds: 1 }] },
      {
        to: 17,
        tones: [
          { hertz: 800, seconds: 0.5 },
          { hertz: 970, seconds: 0.5 },
        ],
      },
    ],
    transcript: [
      {
        from: 0,
        to: 8,
        text: "The warning: one tone, on for a second and off for a second. Stop the machine, close the window, and listen.",
      },
      { from: 9, to: 17, text: "The evacuation signal: two tones in turn, without a pause. Leave now, by the nearest exit." },
    ],
  },
} as const satisfies Record<string, { seconds: number; sound: readonly Stretch[]; transcript: readonly [Line, ...Line[]] }>;
