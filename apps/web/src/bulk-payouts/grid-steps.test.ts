// The guarantee: undo and redo lead to exactly the cells before and after, in any order.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addStep,
  changesOf,
  emptyHistory,
  inverseOf,
  redo,
  undo,
  type GridStep,
} from "./grid-steps.ts";

const edit = (number: number, before: string, after: string) =>
  ({ number, field: "amount", before, after }) as const;
const stepOf = (...edits: readonly ReturnType<typeof edit>[]): GridStep => ({
  edits,
  removals: [],
});

function applied(cells: ReadonlyMap<number, string>, step: GridStep): Map<number, string> {
  const after = new Map(cells);
  for (const { number, fields } of changesOf(step)) after.set(number, fields?.amount ?? "");
  return after;
}

test("any steps, undone and done again in any order, lead to the cells of their place", () => {
  const acts = fc.array(
    fc.oneof(
      fc.record({ number: fc.integer({ min: 1, max: 3 }), text: fc.string() }),
      fc.constantFrom("undo" as const, "redo" as const),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(acts, (list) => {
      let history = emptyHistory;
      let cells = new Map<number, string>();
      let places: Map<number, string>[] = [cells];
      let at = 0;
      for (const act of list) {
        if (typeof act === "object") {
          const step = stepOf(edit(act.number, cells.get(act.number) ?? "", act.text));
          history = addStep(history, step);
          cells = applied(cells, step);
          places = [...places.slice(0, at + 1), cells];
          at += 1;
        } else {
          const next = act === "undo" ? undo(history) : redo(history);
          expect(next === undefined).toBe(act === "undo" ? at === 0 : at === places.length - 1);
          if (!next) continue;
          history = next.history;
          cells = applied(cells, next.step);
          at += act === "undo" ? -1 : 1;
        }
        const shown = (map: ReadonlyMap<number, string>) =>
          [1, 2, 3].map((number) => map.get(number) ?? "");
        expect(shown(cells)).toEqual(shown(places[at] ?? new Map()));
      }
    }),
  );
});

test("a step has one change for each row, with its removal", () => {
  const step: GridStep = {
    edits: [edit(2, "1", "2"), { ...edit(2, "", "a@b"), field: "upi_id" }, edit(3, "5", "6")],
    removals: [{ number: 3, isRemoved: true }],
  };
  expect(changesOf(step)).toEqual([
    { number: 2, fields: { amount: "2", upi_id: "a@b" } },
    { number: 3, fields: { amount: "6" }, is_removed: true },
  ]);
  expect(changesOf(inverseOf(step))[1]).toEqual({
    number: 3,
    fields: { amount: "5" },
    is_removed: false,
  });
});
