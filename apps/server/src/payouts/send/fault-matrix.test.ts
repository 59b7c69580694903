// The guarantee: after any fault of a provider's call, at any step of a payout, even if the worker
// is killed or the database restarted meanwhile, the provider pays once or not at all, ledger and
// wallet agree, and the payout gets its outcome automatically.
//
// The cases of one provider and one disturbance run together in one database.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standInNames } from "../../../test/provider-stand-ins.ts";
import { disturbances, faults, steps } from "../../../test/fault-tables.ts";
import { openFaultWorld } from "../../../test/fault-world.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { verifyQueue } from "./verify-queue.ts";
import { verifyRollups } from "../../rollups/verify-rollups.ts";

describe.each(standInNames)("%s", (name) => {
  describe.each(disturbances)("with %s", (disturbance) => {
    let world: Awaited<ReturnType<typeof openFaultWorld>>;
    beforeAll(async () => {
      world = await openFaultWorld(name, disturbance);
    });
    afterAll(() => world.close());

    test(`${steps.length} steps, ${Object.keys(faults).length} faults: each payout is paid once or not at all, and the ledger agrees [38.11]`, async () => {
      const cases = await world.initiateAll();
      await world.bringToStep(cases);
      await world.meetFaults(cases);
      expect(await world.wrongAfterFaults(cases)).toEqual([]);
      await world.letTimePass(cases);
      expect(await world.wrongAtTheEnd(cases)).toEqual([]);
      expect(await verifyBooks(database())).toEqual([]);
      expect(await verifyQueue(database())).toEqual([]);
      expect(await verifyRollups(database())).toEqual([]);
      const sums = await trialBalance(database());
      expect(sums.held ?? 0n).toBe(0n);
      expect(await world.spent()).toBe(await world.charged());
    });
  });
});
