// The guarantee: a person keeps views of a history under names of their own; nobody else sees or
// changes them, and at most one opens with the history, whatever races.
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
} from "@rokad/contract/saved-views";
import { limits } from "@rokad/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  [owner, other] = [await world.operator(), await world.operator()];
});
afterAll(() => world.close());

const failed = { status: "failed", search: "asha" };

async function save(name: string, by = owner) {
  const body = { history: "payouts" as const, name, query: failed };
  return (await by.ask(createSavedView, { body })).data;
}

async function list(by = owner, history: "payouts" | "wallet" = "payouts") {
  return (await by.ask(listSavedViews, { query: { history } })).data;
}

test("saves, renames, replaces and deletes a view, by name in its history only", async () => {
  const [zebra, apple] = [await save("Zebra"), await save("  apple ")];
  expect((await list()).map(({ name }) => name)).toEqual(["apple", "Zebra"]);
  expect(await list(owner, "wallet")).toEqual([]);
  await owner.ask(changeSavedView, {
    params: { id: zebra.id },
    body: { name: "Aardvark", query: { sort: "largest" } },
  });
  expect(await list()).toMatchObject([
    { name: "Aardvark", query: { sort: "largest" } },
    { name: "apple", query: failed },
  ]);
  for (const { id } of [zebra, apple]) await owner.ask(deleteSavedView, { params: { id } });
  expect(await list()).toEqual([]);
});

test("a name is taken once, in any case", async () => {
  const view = await save("Rent");
  const second = await save("Salaries");
  const body = { history: "payouts", name: "RENT", query: {} };
  expect((await owner.post("/saved-views", body)).body.error.code).toBe("VIEW_NAME_TAKEN");
  const renamed = await owner.patch(`/saved-views/${second.id}`, { name: "rent" });
  expect(renamed.status).toBe(409);
  expect((await owner.patch(`/saved-views/${view.id}`, { name: "rent" })).status).toBe(200);
});

test("another business neither sees nor changes it", async () => {
  const { id } = await save("Secret");
  expect(await list(other)).toEqual([]);
  for (const method of ["PATCH", "DELETE"] as const) {
    const { status } = await (method === "PATCH"
      ? other.patch(`/saved-views/${id}`, { name: "Mine" })
      : other.delete(`/saved-views/${id}`));
    expect(status).toBe(404);
  }
  expect((await list()).map(({ name }) => name)).toContain("Secret");
});

test("one view opens with the history when several become the default at once", async () => {
  const views = await Promise.all(["A", "B", "C", "D"].map((name) => save(name)));
  await Promise.all(
    views.map(({ id }) =>
      owner.ask(changeSavedView, { params: { id }, body: { is_default: true } }),
    ),
  );
  expect((await list()).filter((view) => view.is_default)).toHaveLength(1);
});

test("two of one name at once are saved once", async () => {
  const body = { history: "wallet", name: "Twice", query: {} };
  const answers = await Promise.all([1, 2, 3].map(() => owner.post("/saved-views", body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test("a history has so many views at most", async () => {
  const person = await world.operator();
  for (let at = 0; at < limits.savedViewsMax; at += 1) await save(`View ${at}`, person);
  const body = { history: "payouts", name: "One more", query: {} };
  expect((await person.post("/saved-views", body)).body.error.code).toBe("TOO_MANY_VIEWS");
});

test.each([
  [{ history: "payouts", name: " ", query: {} }, "name"],
  [{ history: "payouts", name: "x".repeat(41), query: {} }, "name"],
  [{ history: "payouts", name: "x", query: { status: "<script>" } }, "query.status"],
  [{ history: "payouts", name: "x", query: { from: "2026-02-31" } }, "query.from"],
  [{ history: "others", name: "x", query: {} }, "history"],
])("%j is refused", async (body, field) => {
  const { status, body: answer } = await owner.post("/saved-views", body);
  expect([status, Object.keys(answer.error.fields)]).toEqual([400, [field]]);
});
