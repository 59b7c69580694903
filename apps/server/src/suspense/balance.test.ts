// The guarantee: whatever arrives and whatever is decided about it, by however many at once, the
// books are in balance and every rupee is where somebody can see it.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiverIn, type Receiver } from "../../test/receiver.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../db.ts";
import { trialBalance } from "../ledger/ledger.ts";
import { verifyBooks } from "../ledger/verify.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
let receiver: Receiver;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  receiver = await receiverIn(world);
});
afterAll(() => world.close());

const stranger = { accountNumber: "00450100011223", ifscCode: "HDFC0000001", name: "A STRANGER" };
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

test("whatever comes and whatever is decided, the books are in balance and no rupee is lost", async () => {
  const other = await receiverIn(world);
  const both = [receiver, other] as const;
  const before = await inSuspense();
  const [one, two] = await Promise.all(both.map(({ tenant }) => tenant.balance()));
  let waiting = 0;
  let assigned = 0;
  let credited = 0;
  const step = fc.record({
    who: fc.constantFrom(0, 1),
    known: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
    fate: fc.constantFrom("assign", "return", "nothing"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { who, known, times, fate } of steps) {
        const { credit } = both[who === 0 ? 0 : 1];
        const told = credit(known ? {} : { sender: stranger });
        await Promise.all(Array.from({ length: times }, () => receiveCredits("sandbox", [told])));
        if (known) {
          credited += 1_500_50;
          continue;
        }
        const id = await idOf(told.creditReference);
        if (fate === "nothing") waiting += 1_500_50;
        else if (fate === "assign") {
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
  expect((await inSuspense()) - before).toBe(BigInt(waiting));
  const [oneNow = 0, twoNow = 0] = await Promise.all(both.map(({ tenant }) => tenant.balance()));
  expect(oneNow + twoNow - (one ?? 0) - (two ?? 0)).toBe(credited + assigned);
});

test("books whose suspense is not what waits are found", async () => {
  const told = receiver.credit({ sender: stranger });
  await receiveCredits("sandbox", [told]);
  const id = await idOf(told.creditReference);
  await expect(
    database()
      .transaction()
      .execute(async (db) => {
        await sql`delete from incoming_credits where id = ${id}`.execute(db);
        const faults = await verifyBooks(db);
        throw new Error(faults.map(({ rule }) => rule).join("; "));
      }),
  ).rejects.toThrow("the suspense account equals the incoming credits that nobody has decided");
});
