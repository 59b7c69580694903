// The ledger balances and no rupee is lost after any sequence of credits and decisions, also at the
// same time.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
let receiver: Receiver;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  receiver = await openReceiver(world);
});
afterAll(() => world.close());

const unknownSender = {
  accountNumber: "00450100011223",
  ifscCode: "HDFC0000001",
  name: "A STRANGER",
};
const inSuspense = async () => (await trialBalance(database()))["suspense"] ?? 0n;
const idOf = async (reference: string) => {
  const row = await database()
    .selectFrom("incoming_credits")
    .select("id")
    .where("credit_reference", "=", reference)
    .executeTakeFirstOrThrow();
  return row.id;
};
const assignTo = (id: string, tenantId: string) =>
  boss.post(`/super-admin/suspense/${id}/assign`, { tenant_id: tenantId });

test("the ledger balances and loses no rupee after any sequence of credits and decisions [37.10]", async () => {
  const other = await openReceiver(world);
  const both = [receiver, other] as const;
  const before = await inSuspense();
  const [one, two] = await Promise.all(both.map(({ tenant }) => tenant.balance()));
  let pending = 0;
  let assigned = 0;
  let credited = 0;
  const step = fc.record({
    who: fc.constantFrom(0, 1),
    known: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
    decision: fc.constantFrom("assign", "return", "nothing"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { who, known, times, decision } of steps) {
        const { credit } = both[who === 0 ? 0 : 1];
        const arrived = credit(known ? {} : { sender: unknownSender });
        await Promise.all(
          Array.from({ length: times }, () => receiveCredits("sandbox", [arrived])),
        );
        if (known) {
          credited += 1_500_50;
          continue;
        }
        const id = await idOf(arrived.creditReference);
        if (decision === "nothing") pending += 1_500_50;
        else if (decision === "assign") {
          assigned += 1_500_50;
          await Promise.all([1, 2].map(() => assignTo(id, other.tenant.id)));
        } else {
          const body = { utr_reference: world.newUtr(), reason: "Not ours" };
          await boss.post(`/super-admin/suspense/${id}/return`, body);
        }
      }
      expect(await world.faults()).toEqual([]);
    }),
    { numRuns: 6 },
  );
  expect((await inSuspense()) - before).toBe(BigInt(pending));
  const [oneNow = 0, twoNow = 0] = await Promise.all(both.map(({ tenant }) => tenant.balance()));
  expect(oneNow + twoNow - (one ?? 0) - (two ?? 0)).toBe(credited + assigned);
});

test("the verification finds a suspense balance that differs from the pending credits [37.10]", async () => {
  const arrived = receiver.credit({ sender: unknownSender });
  await receiveCredits("sandbox", [arrived]);
  const id = await idOf(arrived.creditReference);
  await expect(
    database()
      .transaction()
      .execute(async (db) => {
        await sql`delete from incoming_credits where id = ${id}`.execute(db);
        const faults = await verifyBooks(db);
        throw new Error(faults.map(({ rule }) => rule).join("; "));
      }),
  ).rejects.toThrow(
    "the suspense account equals the undecided incoming credits and what adjustments moved",
  );
});
