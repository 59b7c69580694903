// The attack of finding L6: 404s used up a person's downloads of the hour.
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("counts only files that exist, so that wrong addresses use up no download", async () => {
  await world.at("2026-03-06T10:10:00Z", async () => {
    const tenant = await world.operator();
    const key = `files of ${tenant.id}`;
    const window_start = new Date("2026-03-06T10:00:00Z");
    await database().insertInto("rate_limits").values({ key, window_start, used: 298 }).execute();
    const none = "/payouts/01900000-0000-7000-8000-000000000000/receipt";
    const missing = await Promise.all(Array.from({ length: 5 }, () => tenant.get(none)));
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    // The limit also holds when they come at the same time.
    const files = await Promise.all([1, 2, 3, 4].map(() => tenant.get("/payouts/export")));
    expect(files.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    expect((await tenant.get(none)).status).toBe(429);
  });
});
