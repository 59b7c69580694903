// The guarantee: whatever the amounts and the order of payouts, credits, cancellations, expiries and failed
// transactions, payouts are funded first in, first out, each at most once, and the wallet is right to the
// paisa. A plain model in memory says what is expected.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { charges, openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { database } from "../../database/db.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
  await database()
    .insertInto("settings")
    .values({ key: "payout_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
});
afterAll(() => world.close());

const amount = fc.integer({ min: 1, max: 900 });
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("send" as const), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("credit" as const),
      amount: fc.integer({ min: 100, max: 1_500 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("expire" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const) }) },
);

interface Wait {
  readonly id: string;
  readonly paise: number;
}

/** What a shopkeeper would expect. */
class Model {
  balance: number;
  readonly queue: Wait[] = [];
  readonly sent: string[] = [];
  constructor(balance: number) {
    this.balance = balance;
  }
  send(wait: Wait): boolean {
    const waits = this.queue.length > 0 || wait.paise > this.balance;
    this.queue.push(wait);
    this.fund();
    return waits;
  }
  fund(): void {
    for (let next = this.queue[0]; next && next.paise <= this.balance; next = this.queue[0]) {
      this.balance -= next.paise;
      this.sent.push(next.id);
      this.queue.shift();
    }
  }
}

test("any order of payouts, credits, cancellations, expiries and crashes [42.8]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 1_000 }),
      fc.array(act, { minLength: 1, maxLength: 14 }),
      async (wallet, acts) => {
        const owner = await world.waitingOwner(`₹${wallet}`);
        const model = new Model(wallet * 100);
        for (const one of acts) {
          if (one.kind === "send") {
            const sent = await world.send(owner, one.amount);
            const waits = model.send({ id: sent.id, paise: one.amount * 100 + charges });
            expect(sent.waits_for_funds).toBe(waits);
          } else if (one.kind === "credit") {
            await world.fund(owner, one.amount);
            model.balance += one.amount * 100;
            await world.fundWaiting();
            model.fund();
          } else if (one.kind === "cancel") {
            const [wait] = model.queue.splice(one.at, 1);
            if (wait) expect((await world.cancelWait(owner, wait.id)).status).toBe(200);
            await world.fundWaiting();
            model.fund();
          } else if (one.kind === "expire") {
            await world.later(97 * 3_600_000, world.expireWaits);
            model.queue.length = 0;
          } else {
            await sql`
              create function fail_on_purpose() returns trigger language plpgsql as
                $$ begin raise exception 'the power failed'; end $$;
              create trigger fail_on_purpose after insert on payouts
              for each statement execute function fail_on_purpose()
            `.execute(database());
            await world.fundWaiting().catch(() => undefined);
            await sql`drop function fail_on_purpose cascade`.execute(database());
          }
          expect(await owner.balance()).toBe(model.balance);
          const waiting = await world.list(owner);
          expect(waiting.map(({ id }) => id)).toEqual(model.queue.map(({ id }) => id));
          const { rows } = await sql<{ id: string }>`
            select id from payouts where tenant_id = ${owner.id}
          `.execute(database());
          expect(rows.map(({ id }) => id).toSorted()).toEqual(model.sent.toSorted());
        }
      },
    ),
    { numRuns: 15 },
  );
  await world.checkFunds();
});
