/** How many calls of a token are left in its minute, as far as this process knows, and for how long; isOver: this call is one too many. */
export interface CallsLeft {
  readonly most: number;
  readonly left: number;
  readonly msLeft: number;
  readonly isOver: boolean;
}

interface Share {
  /** Calls that this process may still answer without asking. */
  own: number;
  /** Calls that were taken by nobody when it last asked. */
  free: number;
  endsAt: number;
}

interface SharesOptions {
  /** Calls a minute with one token. */
  readonly most: number;
  /** Adds calls to the counter that all processes share; returns what it stands at and how long its minute lasts. */
  readonly take: (tokenId: number, calls: number) => Promise<{ points: number; msLeft: number }>;
}

/** So many calls are taken at once: one small write for ten calls, and a second process is short of nine at most. */
const atOnce = 10;
const mostKept = 1000;

/**
 * Counts the calls with each token, a share of the common counter at a time, so that a call writes nothing as a rule and all processes together never answer more than `most` in
 * a minute. Returns a function that counts one call.
 */
export function callShares({ most, take }: SharesOptions): (tokenId: number) => Promise<CallsLeft> {
  const shares = new Map<number, Share>();
  const asking = new Map<number, Promise<Share>>();

  /** Takes a share, once for all calls that wait for it. */
  async function ask(tokenId: number): Promise<Share> {
    const { points, msLeft } = await take(tokenId, atOnce);
    const free = Math.max(0, most - points);
    const share = { own: Math.max(0, Math.min(atOnce, most - (points - atOnce))), free, endsAt: performance.now() + msLeft };
    if (shares.size >= mostKept) for (const [key, { endsAt }] of shares) if (endsAt <= performance.now()) shares.delete(key);
    shares.set(tokenId, share);
    return share;
  }
  const askOnce = (tokenId: number) => {
    const asked = asking.get(tokenId) ?? ask(tokenId).finally(() => asking.delete(tokenId));
    asking.set(tokenId, asked);
    return asked;
  };

  return async (tokenId) => {
    for (;;) {
      const kept = shares.get(tokenId);
      const isOpen = kept !== undefined && kept.endsAt > performance.now();
      const share = isOpen && (kept.own > 0 || kept.free === 0) ? kept : await askOnce(tokenId);
      const msLeft = Math.max(0, share.endsAt - performance.now());
      if (share.own > 0) return { most, left: --share.own + share.free, msLeft, isOver: false };
      // Others that waited for the same share took all of it: the next one is asked for, unless there is none.
      if (share.free === 0) return { most, left: 0, msLeft, isOver: true };
    }
  };
}
