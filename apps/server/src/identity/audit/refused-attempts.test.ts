// The guarantee: a flood of refused attempts adds two rows a minute, of which one has the count.
import type { AuditAct } from "@rokad/contract/audit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newestSeq, refusalsOf } from "../../../test/audit-log.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { transaction } from "../../database/db.ts";
import { forbidden } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { countInHour } from "../rate-limit.ts";
import { record } from "./record.ts";
import { recordRefusal, recordRepeatedRefusals } from "./record-refusal.ts";

let world: World;
let since: bigint;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  since = await newestSeq();
});
afterAll(() => world.close());

const memberOf = ({ id, name, mobile }: SignedIn) => ({
  id,
  name,
  mobile,
  roles: ["owner"] as const,
});
/** Far from the hour's ends: the limit counts by hours of the clock. */
const middleOfHour = new Date().setUTCMinutes(30, 0, 0);
const inMiddleOfHour = <T>(doing: () => Promise<T>, seconds = 0) =>
  world.at(new Date(middleOfHour + seconds * 1_000).toISOString(), doing);

const rowsOf = (act: AuditAct) => refusalsOf(act, since);

test("a flood of refused calls adds one row at once and one with the count [20.14]", async () => {
  const tenant = await world.retailer();
  const flood = await Promise.all(
    Array.from({ length: 60 }, () => tenant.get("/super-admin/settings")),
  );
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await rowsOf("request.refused")).toHaveLength(1);
  await recordRepeatedRefusals();
  expect(await rowsOf("request.refused")).toHaveLength(1);
  await world.afterSeconds(61, () =>
    Promise.all([recordRepeatedRefusals(), recordRepeatedRefusals()]),
  );
  const rows = await rowsOf("request.refused");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ actor_id: tenant.id, after: { repeated: 59 } });
});

test("one person adds at most 60 rows an hour, whatever they call [20.14]", async () => {
  const tenant = await world.retailer();
  const origin = { address: "203.0.113.9", userAgent: "curl" };
  await inMiddleOfHour(async () => {
    for (let at = 0; at < 70; at += 1)
      await recordRefusal(
        forbidden(),
        { name: `call${at}` },
        { member: memberOf(tenant), sessionId: newId() },
        origin,
      );
  });
  const rows = await rowsOf("request.refused");
  expect(rows).toHaveLength(61);
  expect(rows.at(-1)?.reason).toBe(
    "More than 60 refused attempts this hour. The others are not listed.",
  );
});

test("a count waits for a person who is refused just now, without a deadlock [20.14]", async () => {
  const origin = { address: "203.0.113.9", userAgent: "curl" };
  const first = await world.retailer();
  const second = await world.retailer();
  await inMiddleOfHour(async () => {
    for (const person of [first, second, first, second])
      await recordRefusal(
        forbidden(),
        { name: "call" },
        { member: memberOf(person), sessionId: "" },
        origin,
      );
    let counted: Promise<void> | undefined;
    await transaction(async (db) => {
      // As `recordAttempt` does for the second person: the limit, and then the log.
      await countInHour(db, `audit refused ${second.id}`);
      counted = inMiddleOfHour(recordRepeatedRefusals, 61);
      counted.catch(() => undefined);
      await expect.poll(waitingForLocks).toBe(1);
      await record(db, { act: "request.refused", by: null });
    });
    await counted;
  });
  expect((await rowsOf("request.refused")).filter(({ after }) => after !== null)).toHaveLength(2);
});
