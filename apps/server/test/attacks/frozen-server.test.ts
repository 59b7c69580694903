// The attack of finding M1: a spreadsheet with one long cell, whose spaces made an expression on the
// server's thread backtrack, stopped `/healthz` for 16 s. It fails now: a worker thread reads the file.
import { afterAll, beforeAll, expect, test } from "vitest";
import { countExpressionSteps } from "../count-expression-steps.ts";
import type { SignedIn } from "../signed-in.ts";
import { openWorld, type World } from "../world.ts";
import { xlsxFile } from "../xlsx-file.ts";

let world: World;
let admin: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
});
afterAll(() => world.close());

/** The steps of expressions on the server's thread while it previews a cell with so many spaces. */
function stepsOf(chars: number): Promise<number> {
  const cell = `1${"\u2028".repeat(chars)}x`;
  const file = xlsxFile([
    ["Date", "Narration", "Credit"],
    ["21/11/2026", cell, cell],
  ]);
  const body = { file_name: "statement.xlsx", content: file.toString("base64") };
  return countExpressionSteps(async () => {
    const [preview, health] = await Promise.all([
      admin.post("/super-admin/statement-imports/preview", body),
      world.app.inject({ url: "/healthz" }),
    ]);
    expect([preview.status, health.statusCode]).toEqual([200, 200]);
  });
}

test("a cell of 55,000 hostile characters takes no more of the server's thread than a short one", async () => {
  await stepsOf(10);
  expect(await stepsOf(55_000)).toBeLessThan((await stepsOf(10)) + 2_000);
});
