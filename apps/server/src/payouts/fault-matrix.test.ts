// The guarantee: whatever goes wrong between a provider and us, at whichever step of a payout and
// with our worker killed or our database restarted in the middle of it, the provider pays it once
// or not at all, our books say the same, the wallet is right, and the payout ends by itself.
//
// All cases of a provider and a disturbance run at once in one database, as payouts of their own.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { farNames } from "../../test/far-rails.ts";
import { disturbances, faults, steps } from "../../test/fault-tables.ts";
import { openMatrix } from "../../test/fault-world.ts";
import { database } from "../db.ts";
import { trialBalance } from "../ledger/ledger.ts";
import { verifyBooks } from "../ledger/verify.ts";
import { verifySums } from "../sums/verify-sums.ts";

describe.each(farNames)("%s", (name) => {
  describe.each(disturbances)("with %s", (disturbance) => {
    let world: Awaited<ReturnType<typeof openMatrix>>;
    beforeAll(async () => {
      world = await openMatrix(name, disturbance);
    });
    afterAll(() => world.close());

    test(`${steps.length} steps, ${Object.keys(faults).length} faults: each payout is paid once or not at all, and the books agree`, async () => {
      const cases = await world.initiateAll();
      await world.bringToStep(cases);
      await world.meetFaults(cases);
      expect(await world.wrongAfterFaults(cases)).toEqual([]);
      await world.letTimePass(cases);
      expect(await world.wrongAtTheEnd(cases)).toEqual([]);
      expect(await verifyBooks(database())).toEqual([]);
      expect(await verifySums(database())).toEqual([]);
      const sums = await trialBalance(database());
      expect(sums.held ?? 0n).toBe(0n);
      expect(await world.spent()).toBe(await world.charged());
    }, 60_000);
  });
});
