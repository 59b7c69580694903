import { describe, expect, test } from "vitest";
import { newId } from "../kernel/ids.ts";
import { newReference } from "../kernel/payout-reference.ts";
import { type Provider } from "./provider.ts";
import { type ListedTransfer, type ProviderUpdate, type Transfer } from "./transfer.ts";
import { LeaseExpiredError, OutcomeUnknownError } from "../kernel/outbound-errors.ts";

/** How a test produces each outcome at an adapter's provider. */
export interface Check {
  readonly provider: () => Provider;
  readonly to: Readonly<
    Record<"success" | "failure" | "pending" | "timeout" | "down", Transfer["to"]>
  >;
  /** Ends every transfer at the provider. */
  readonly settle: () => Promise<void>;
  /** How often the provider has paid this key, by its own record. */
  readonly timesPaid: (idempotencyKey: string) => Promise<number>;
}

/** The tests for every adapter, the sandbox included. */
export function describeProvider(name: string, check: Check): void {
  const transfer = (to: Transfer["to"]): Transfer => ({
    idempotencyKey: newId(),
    reference: newReference(),
    amountPaise: 150_000n,
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    purpose: null,
    sendBeforeMs: Infinity,
    remarks: null,
    to,
  });
  const end = async (one: Transfer): Promise<ProviderUpdate | undefined> => {
    await check.settle();
    return check.provider().checkStatus(one.reference);
  };

  describe(`Provider: ${name}`, () => {
    test("pays and reports the UTR", async () => {
      const one = transfer(check.to.success);
      await check.provider().send(one);
      const update = await end(one);
      expect(update?.state).toBe("success");
      expect(update?.utr).toMatch(/^[A-Z0-9]{12,22}$/);
    });

    test("reports a failure with its reason", async () => {
      const one = transfer(check.to.failure);
      await check.provider().send(one);
      const update = await end(one);
      expect(update?.state).toBe("failed");
      expect(update?.reason).toBeTruthy();
      expect(await check.timesPaid(one.idempotencyKey)).toBe(0);
    });

    test("keeps an undecided transfer open", async () => {
      const one = transfer(check.to.pending);
      await check.provider().send(one);
      expect((await end(one))?.state).toBe("processing");
    });

    test("passes its health check, and names every missing setting [28.2]", async () => {
      await expect(check.provider().probe()).resolves.toBeUndefined();
      expect(await check.provider().missingSettings()).toEqual([]);
    });

    test("a payment lowers the balance by its amount and charge, where there is one", async () => {
      const balance = async () => (await check.provider().balance?.()) ?? null;
      const before = await balance();
      const one = transfer(check.to.success);
      await check.provider().send(one);
      const { feePaise, taxPaise } = (await end(one))?.charge ?? { feePaise: 0n, taxPaise: 0n };
      const taken = one.amountPaise + feePaise + taxPaise;
      expect(await balance()).toBe(before === null ? null : before - taken);
    });

    test("reports the provider's own name of each state", async () => {
      for (const to of [check.to.success, check.to.failure, check.to.pending]) {
        const one = transfer(to);
        expect((await check.provider().send(one)).rawState).toMatch(/^\S{1,200}$/);
        expect((await end(one))?.rawState).toMatch(/^\S{1,200}$/);
      }
    });

    test("accepts every name, remark and UPI id that our form accepts [31.14]", async () => {
      const upi = { method: "upi", upiId: "9876543210.shop-1@kotak811" } as const;
      const odd: readonly Partial<Transfer>[] = [
        { beneficiary_name: "Om", remarks: "" },
        { beneficiary_name: "A.", remarks: "Rent (March) – ₹5,000 & more/less_than#usual" },
        { beneficiary_name: "Sri ".repeat(25).trim(), remarks: "किराया मार्च का" },
        { beneficiary_name: ". .", remarks: "Invoice 2026-11 ".repeat(12) },
        { beneficiary_name: "Om", remarks: "x", to: upi, amountPaise: 100n },
      ];
      for (const change of odd) {
        const one = { ...transfer(check.to.success), ...change };
        await check.provider().send(one);
        expect((await end(one))?.state).toBe("success");
      }
    });

    test("totals count paid transfers and no failures, where there are any", async () => {
      const totals = async () => check.provider().totals?.(new Date(0), new Date("2100-01-01"));
      const before = await totals();
      const one = transfer(check.to.success);
      for (const each of [one, transfer(check.to.failure)]) {
        await check.provider().send(each);
        await end(each);
      }
      expect(await totals()).toEqual(
        before && {
          count: before.count + 1,
          amountPaise: before.amountPaise + one.amountPaise,
        },
      );
    });

    test("lists every transfer, paid or failed, where it has a list [35.17]", async () => {
      const provider = check.provider();
      if (!provider.list) return;
      const from = new Date(Date.now() - 24 * 60 * 60_000);
      const [paid, failed] = [transfer(check.to.success), transfer(check.to.failure)];
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
      const successes = listed.filter(({ state }) => state === "success");
      expect(await provider.totals?.(from, new Date("2100-01-01"))).toEqual({
        count: successes.length,
        amountPaise: successes.reduce((sum, each) => sum + (each.amountPaise ?? 0n), 0n),
      });
      const none: ListedTransfer[] = [];
      for await (const page of provider.list(new Date(0), from)) none.push(...page);
      expect(none.filter(({ reference }) => reference === paid.reference)).toEqual([]);
    });

    test("pays once, however often a key is sent [31.1]", async () => {
      const one = transfer(check.to.success);
      await Promise.all(Array.from({ length: 5 }, () => check.provider().send(one)));
      await end(one);
      await check.provider().send(one);
      expect(await check.timesPaid(one.idempotencyKey)).toBe(1);
    });

    test("sends nothing after the lease", async () => {
      const one = transfer(check.to.success);
      const late = { ...one, sendBeforeMs: performance.now() };
      await expect(check.provider().send(late)).rejects.toThrow(LeaseExpiredError);
      expect(await check.provider().checkStatus(one.reference)).toBeUndefined();
    });

    test("does not know a reference that was never sent", async () => {
      expect(await check.provider().checkStatus(newReference())).toBeUndefined();
    });

    test("a timed-out call has an unknown outcome, and a status check finds it", async () => {
      const one = transfer(check.to.timeout);
      const error: unknown = await check
        .provider()
        .send(one)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expectNothingPersonal(error, one);
      expect((await end(one))?.state).toBe("success");
      expect(await check.timesPaid(one.idempotencyKey)).toBe(1);
    });

    test("a provider that is down has taken nothing, and accepts the same key later", async () => {
      const one = transfer(check.to.down);
      await expect(check.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      expect(await check.provider().checkStatus(one.reference)).toBeUndefined();
      await expect(check.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      await expect(check.provider().send(one)).rejects.toThrow(OutcomeUnknownError);
      await check.provider().send(one);
      expect((await end(one))?.state).toBe("success");
      expect(await check.timesPaid(one.idempotencyKey)).toBe(1);
    });
  });
}

/** Errors are logged and shown, so they must not contain personal data of the transfer. */
function expectNothingPersonal(error: unknown, { to, ...sent }: Transfer): void {
  const text = `${JSON.stringify(error)} ${String((error as Error).stack)}`;
  const account = to.method === "upi" ? to.upiId : to.accountNumber;
  for (const personal of [account, sent.beneficiary_email, sent.beneficiary_phone]) {
    expect(text).not.toContain(personal);
  }
}
