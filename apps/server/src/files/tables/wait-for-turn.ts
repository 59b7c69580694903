/** As many as the cores of a small machine. */
const turnsMax = 2;
/** Of one business, beside the one that is read; each waiting file is up to 10 MB of memory. */
const waitingPerBusinessMax = 2;
const waitingMax = 8;

type EndTurn = () => void;

/** The businesses, and super admins, with a turn. */
const active = new Set<string>();
/** Who waits for a turn, of each business; the one whose last turn is longest ago comes first. */
const waiting = new Map<string, (() => void)[]>();

/**
 * Waits for one of the turns at which files are read. A business has one turn at a time, and businesses
 * take turns, so that no one's files delay another's for longer than a file.
 * @returns undefined if too many wait already.
 */
export function waitForTurn(requesterId: string): Promise<EndTurn> | undefined {
  const own = waiting.get(requesterId) ?? [];
  const total = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
  if (own.length >= waitingPerBusinessMax || total >= waitingMax) return undefined;
  const { promise, resolve } = Promise.withResolvers<EndTurn>();
  own.push(() => resolve(() => endTurn(requesterId)));
  waiting.set(requesterId, own);
  giveTurns();
  return promise;
}

function endTurn(requesterId: string): void {
  active.delete(requesterId);
  const own = waiting.get(requesterId);
  // Behind the others.
  waiting.delete(requesterId);
  if (own) waiting.set(requesterId, own);
  giveTurns();
}

function giveTurns(): void {
  for (const [requesterId, own] of waiting) {
    if (active.size >= turnsMax) return;
    if (active.has(requesterId)) continue;
    active.add(requesterId);
    own.shift()?.();
    if (own.length === 0) waiting.delete(requesterId);
  }
}
