import { describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { newReference } from "../payouts/reference.ts";
import {
  OutcomeUnknownError,
  type ListedTransfer,
  type Provider,
  type Report,
  type Transfer,
} from "./provider.ts";

/** How a test brings an adapter's far side to each outcome. */
export interface Rehearsal {
  readonly provider: () => Provider;
  readonly to: Readonly<
    Record<"success" | "failure" | "pending" | "timeout" | "down", Transfer["to"]>
  >;
  /** Lets the far side reach the end of everything that it has taken. */
  readonly settle: () => Promise<void>;
  /** How often the far side has paid under this key, by its own record. */
  readonly timesPaid: (idempotencyKey: string) => Promise<number>;
}

/** What every adapter must do, the sandbox included. */
export function describeProvider(name: string, rehearsal: Rehearsal): void {
  const transfer = (to: Transfer["to"]): Transfer => ({
    idempotencyKey: newId(),
    reference: newReference(),
    amountPaise: 150_000n,
    beneficiaryName: "Sample Traders",
    beneficiaryEmail: "accounts@example.com",
    beneficiaryPhone: "9876543210",
    remarks: null,
    to,
  });
  const end = async (one: Transfer): Promise<Report | undefined> => {
    await rehearsal.settle();
    return rehearsal.provider().look(one.reference);
  };

  describe(`${name} as a provider`, () => {
    test("pays and tells the UTR", async () => {
      const one = transfer(rehearsal.to.success);
      await rehearsal.provider().send(one);
      const report = await end(one);
      expect(report?.state).toBe("success");
      expect(report?.utr).toMatch(/^[A-Z0-9]{12,22}$/);
    });

    test("tells a failure with its reason", async () => {
      const one = transfer(rehearsal.to.failure);
      await rehearsal.provider().send(one);
      const report = await end(one);
      expect(report?.state).toBe("failed");
      expect(report?.reason).toBeTruthy();
      expect(await rehearsal.timesPaid(one.idempotencyKey)).toBe(0);
    });

    test("leaves open what the bank has not decided", async () => {
      const one = transfer(rehearsal.to.pending);
      await rehearsal.provider().send(one);
      expect((await end(one))?.state).toBe("processing");
    });

    test("gives a sign of life, and names every setting that it lacks", async () => {
      await expect(rehearsal.provider().probe()).resolves.toBeUndefined();
      expect(await rehearsal.provider().missingSettings()).toEqual([]);
    });

    test("tells a balance that a payment lowers by its amount, where it tells one", async () => {
      const balance = async () => (await rehearsal.provider().balance?.()) ?? null;
      const before = await balance();
      const one = transfer(rehearsal.to.success);
      await rehearsal.provider().send(one);
      await end(one);
      expect(await balance()).toBe(before === null ? null : before - one.amountPaise);
    });

    test("tells what it paid, and no failure, where it tells totals", async () => {
      const totals = async () => rehearsal.provider().totals?.(new Date(0), new Date("2100-01-01"));
      const before = await totals();
      const one = transfer(rehearsal.to.success);
      for (const each of [one, transfer(rehearsal.to.failure)]) {
        await rehearsal.provider().send(each);
        await end(each);
      }
      expect(await totals()).toEqual(
        before && {
          count: before.count + 1,
          amountPaise: before.amountPaise + one.amountPaise,
        },
      );
    });

    test("lists every transfer that it took, paid or failed, where it has a list", async () => {
      const provider = rehearsal.provider();
      if (!provider.list) return;
      const from = new Date(Date.now() - 24 * 60 * 60_000);
      const [paid, failed] = [transfer(rehearsal.to.success), transfer(rehearsal.to.failure)];
      for (const each of [paid, failed]) {
        await provider.send(each);
        await end(each);
      }
      const listed: ListedTransfer[] = [];
      for await (const page of provider.list(from, new Date("2100-01-01"))) listed.push(...page);
      const mine = ({ reference }: Transfer) =>
        listed.filter((each) => each.reference === reference);
      expect(mine(paid)).toMatchObject([{ state: "success", amountPaise: paid.amountPaise }]);
      expect(mine(paid)[0]?.utr).toMatch(/^[A-Z0-9]{12,22}$/);
      expect(mine(paid)[0]?.rawState).toBeTruthy();
      expect(mine(failed)).toMatchObject([{ state: "failed" }]);
      expect(new Set(listed.map((each) => each.providerReference)).size).toBe(listed.length);
      const none: ListedTransfer[] = [];
      for await (const page of provider.list(new Date(0), from)) none.push(...page);
      expect(none.filter(({ reference }) => reference === paid.reference)).toEqual([]);
    });

    test("pays once, however often one key is sent", async () => {
      const one = transfer(rehearsal.to.success);
      await Promise.all(Array.from({ length: 5 }, () => rehearsal.provider().send(one)));
      await end(one);
      await rehearsal.provider().send(one);
      expect(await rehearsal.timesPaid(one.idempotencyKey)).toBe(1);
    });

    test("knows nothing of a reference that was never sent", async () => {
      expect(await rehearsal.provider().look(newReference())).toBeUndefined();
    });

    test("a call that times out has an unknown outcome, and a look tells it", async () => {
      const one = transfer(rehearsal.to.timeout);
      await expect(rehearsal.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      expect((await end(one))?.state).toBe("success");
      expect(await rehearsal.timesPaid(one.idempotencyKey)).toBe(1);
    });

    test("a provider that is down has taken nothing, and takes the same key later", async () => {
      const one = transfer(rehearsal.to.down);
      await expect(rehearsal.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      expect(await rehearsal.provider().look(one.reference)).toBeUndefined();
      await expect(rehearsal.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      await expect(rehearsal.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      await rehearsal.provider().send(one);
      expect((await end(one))?.state).toBe("success");
      expect(await rehearsal.timesPaid(one.idempotencyKey)).toBe(1);
    });
  });
}
