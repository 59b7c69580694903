import { expect, test } from "vitest";
import { cardPlan, type Column } from "./table-cards.ts";

const column = (id: string, card: Column<string>["card"]): Column<string> => ({
  id,
  header: id,
  card,
  cell: (row) => row,
});

test("puts each column in its place of the card, in the table's order", () => {
  const plan = cardPlan([
    column("date", "line"),
    column("amount", "value"),
    column("name", "title"),
    column("ifsc", "line"),
    column("status", "status"),
    column("gst", "none"),
  ]);
  const ids = Object.fromEntries(
    Object.entries(plan).map(([place, columns]) => [place, columns.map(({ id }) => id)]),
  );
  expect(ids).toEqual({
    title: ["name"],
    value: ["amount"],
    status: ["status"],
    line: ["date", "ifsc"],
    foot: [],
    none: ["gst"],
  });
});
