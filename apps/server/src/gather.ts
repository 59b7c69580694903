import { isDatabaseRefusal } from "./db.ts";

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: requests that arrive while a batch is in flight go together into the next, so
 * that one lock, one statement and one fsync serve them all; a request that finds nothing in
 * flight goes at once, alone. Measured on two cores: see `docs/performance.md`.
 *
 * @param run takes a list and answers in its order; it must keep all or nothing when it throws.
 * @param atMost the largest list that `run` is given.
 */
export function gather<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { atMost }: { atMost: number },
): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  let running = false;

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!running) void drain();
    });

  async function drain(): Promise<void> {
    running = true;
    // Lets the requests that the event loop reads in this turn board the same batch.
    await new Promise(setImmediate);
    while (queue.length > 0) await serve(queue.splice(0, atMost));
    running = false;
  }

  async function serve(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, at) => waiting.resolve(outs[at] as Out));
    } catch (error) {
      // One bad item must not spoil its neighbours. Only where PostgreSQL itself refused is it
      // certain that nothing was kept, so only then is each tried again on its own.
      if (batch.length > 1 && isDatabaseRefusal(error)) {
        for (const waiting of batch) await serve([waiting]);
      } else {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  }
}
