// The guarantee: the files of a business are read one after the other, and nobody's files delay another's
// for longer than one file.
import { expect, test } from "vitest";
import { waitForTurn } from "./wait-for-turn.ts";

/** Asks for turns; who has one can end it. */
function openTurns() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    /** @returns whether it may wait. */
    ask(id: string, file = id): boolean {
      const turn = waitForTurn(id);
      void turn?.then((end) => {
        started.push(file);
        ends.set(file, end);
      });
      return turn !== undefined;
    },
    async end(...files: readonly string[]): Promise<void> {
      for (const file of files) {
        ends.get(file)?.();
        await Promise.resolve();
      }
    },
  };
}

test("a business has one turn, and businesses take turns", async () => {
  const { ask, end, started } = openTurns();
  for (const file of ["a1", "a2", "a3"]) ask("a", file);
  ask("b");
  ask("c");
  await end();
  await Promise.resolve();
  expect(started).toEqual(["a1", "b"]);
  await end("a1");
  expect(started).toEqual(["a1", "b", "c"]);
  await end("b", "c", "a2", "a3");
  expect(started).toEqual(["a1", "b", "c", "a2", "a3"]);
});

test("too many files of a business wait for none, and another's still wait", async () => {
  const { ask, end, started } = openTurns();
  expect([ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("a", "a4")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(ask("b")).toBe(true);
  await Promise.resolve();
  await end("a1", "a2", "a3", "b");
  expect(started).toEqual(["a1", "b", "a2", "a3"]);
});
