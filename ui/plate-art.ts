// Generated covers: the same seed always gives the same picture, in the portal's four plate colours (experience "plates"). Pure functions.

export const PLATE_WIDTH = 330;
export const PLATE_HEIGHT = 150;

/** One path of a plate; `tone` 1 to 4 selects the variable --plate-n. With `stroke`, in units of the view box, it is a line; without, a filled shape. */
export type PlateShape = { path: string; tone: 1 | 2 | 3 | 4; stroke?: number };

/** A generator of numbers from 0 to 1 that depends only on the seed (FNV-1a, then a multiply-shift generator). */
function randomOf(seed: string): () => number {
  let state = 2166136261;
  for (const char of `plate:${seed}`) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return next;
}

const TONES = [2, 3, 2, 4] as const;

/** Quarter discs in a grid, each in one of four rotations. */
function arcs(random: () => number): PlateShape[] {
  const side = 75;
  const shapes: PlateShape[] = [];
  for (let column = 0; column < 5; column++) {
    for (let row = 0; row < 2; row++) {
      const x = column * side - 20;
      const y = row * side;
      const turns = [
        `M${x} ${y}h${side}a${side} ${side} 0 0 1-${side} ${side}z`,
        `M${x + side} ${y}v${side}a${side} ${side} 0 0 1-${side}-${side}z`,
        `M${x + side} ${y + side}h-${side}a${side} ${side} 0 0 1 ${side}-${side}z`,
        `M${x} ${y + side}v-${side}a${side} ${side} 0 0 1 ${side} ${side}z`,
      ];
      const path = turns[Math.floor(random() * 4)] ?? "";
      shapes.push({ path, tone: TONES[Math.floor(random() * 4)] ?? 2 });
    }
  }
  return shapes;
}

/** Five wavy bands. */
function waves(random: () => number): PlateShape[] {
  const tones = [2, 3, 2, 4, 2] as const;
  const widths = [10, 16, 8, 12, 20];
  const turn = Math.floor(random() * 5);
  const rise = Math.round(60 * random() - 30);
  const swing = 140 * random() - 70;
  return tones.map((_, band) => {
    const y = 20 + band * 28;
    const first = Math.round(y - swing - 20 * random());
    const second = Math.round(y + swing + 20 * random());
    const kind = (band + turn) % 5;
    return { path: `M-10 ${y + rise}C90 ${first} 230 ${second} 340 ${y - rise}`, tone: tones[kind] ?? 2, stroke: widths[kind] };
  });
}

/** The shapes of a cover, by the id of what it belongs to. */
export function plateShapes(seed: string): PlateShape[] {
  const random = randomOf(seed);
  return random() < 0.6 ? arcs(random) : waves(random);
}
