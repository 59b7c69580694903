import { measure } from "../kernel/measure.ts";
import { traced } from "../kernel/tracing.ts";
import { isStatementError } from "./db.ts";

interface QueuedItem<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: requests that arrive while a group is in flight form the next group and share its
 * lock, statement and fsync. A request that finds no group in flight starts one at once. Measured
 * in `docs/performance.md`.
 *
 * @param run returns its results in the order of its items. If it throws PostgreSQL's error of a
 *   statement, it must have changed nothing.
 * @param atMost the largest number of items for one `run`.
 * @param name with it, the metrics have the sizes of the groups, and traces a span for each item.
 */
export function groupCommit<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { atMost, name }: { atMost: number; name?: string },
): (item: In) => Promise<Out> {
  const queue: QueuedItem<In, Out>[] = [];
  let running = false;

  const join = (item: In) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!running) void drain();
    });
  return name === undefined ? join : (item) => traced(`commit ${name}`, {}, () => join(item));

  async function drain(): Promise<void> {
    running = true;
    // Yields once so that requests read in this tick join the group.
    await new Promise(setImmediate);
    while (queue.length > 0) await serve(queue.splice(0, atMost));
    running = false;
  }

  async function serve(members: readonly QueuedItem<In, Out>[]): Promise<void> {
    if (name !== undefined) measure({ kind: "group_commit", name, size: members.length });
    try {
      const outs = await run(members.map(({ item }) => item));
      members.forEach((member, at) => member.resolve(outs[at] as Out));
    } catch (error) {
      // One bad item must not fail the others. Each is retried alone, but only after an error of
      // PostgreSQL itself: any other error leaves open whether the group was committed.
      if (members.length > 1 && isStatementError(error)) {
        for (const member of members) await serve([member]);
      } else {
        for (const member of members) member.reject(error);
      }
    }
  }
}
