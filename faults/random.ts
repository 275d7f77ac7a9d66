/** Random numbers that repeat for the same seed, so that a failing run can be reproduced. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  /** A number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    /** A whole number between `from` and `to`, inclusive. */
    whole,
    chance: (part: number) => next() < part,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
    shuffle<T>(list: readonly T[]): T[] {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = whole(0, i);
        [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
      }
      return copy;
    },
  };
}

export type Random = ReturnType<typeof randomFrom>;
