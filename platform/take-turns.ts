/** Returns a function that runs at most `atOnce` pieces of work of one owner at a time, the others of that owner in order. No owner waits for another. */
export function takeTurns(atOnce: number) {
  const owners = new Map<number, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(owner: number, work: () => Promise<T>): Promise<T> => {
    const lane = owners.get(owner) ?? { running: 0, waiting: [] };
    owners.set(owner, lane);
    if (lane.running >= atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else if ((lane.running -= 1) === 0) owners.delete(owner);
    }
  };
}
