import { pickPayoutFields } from "@rokad/contract/payout-fields";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { featureIds } from "@rokad/contract/call";
import { sql } from "kysely";
import { useClock } from "../src/kernel/clock.ts";
import { useCredentials } from "../src/kernel/credentials.ts";
import { providerKeyOf } from "../src/kernel/payout-reference.ts";
import { closeDatabase, database, openDatabase } from "../src/database/db.ts";
import { orderDigest, signAuthorisation } from "../src/payouts/initiate/authorisation.ts";
import { leasePayouts, slotsInEveryQueue } from "../src/payouts/send/lease-payouts.ts";
import { initiatePayout } from "../src/payouts/initiate-by-form.ts";
import { sendPayout } from "../src/payouts/send/send-payout.ts";
import { runDueWork } from "../src/background-work.ts";
import { useProviders } from "../src/providers/configured-providers.ts";
import { useSecret } from "../src/kernel/app-secret.ts";
import type { Tenant } from "../src/kernel/person.ts";
import { cloneDatabase } from "./clone-database.ts";
import { kill, restartWhileWorking, startWorker, until } from "./disturbances.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { openTestKeys } from "./encryption-key.ts";
import {
  adapterAt,
  standInCredentials,
  isAbout,
  openProviderStandIn,
  otherThan,
  passingRefusals,
  type StandInName,
} from "./provider-stand-ins.ts";
import {
  destinations,
  faults,
  steps,
  timeoutMs,
  type Disturbance,
  type FaultName,
  type Step,
} from "./fault-tables.ts";
import { createFundedTenants } from "./funded-tenants.ts";
import type { OneRound } from "./one-round.ts";
import { impsOrder } from "./payout-world.ts";
import { endOf, rowsOf, type Case } from "./fault-cases.ts";
import { founderOf } from "./founder.ts";

const leaseSeconds = 30;
const patientMs = 20_000;

/**
 * A database, stand-ins of both providers behind the real adapters, and a tenant with money who may
 * use both. The faults happen at the primary provider.
 * @param name the primary provider.
 */
export async function openFaultWorld(name: StandInName, disturbance: Disturbance) {
  // The workers load while the rest is set up.
  const workers = disturbance === "worker killed" ? [startWorker(), startWorker()] : [];
  const { url, drop } = await cloneDatabase();
  openDatabase(url, { connections: 10 });
  useSecret("matrix-matrix-matrix-matrix-matrix-matrix");
  await openTestKeys();
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const restoreClock = useClock(clock);
  const standIn = await openProviderStandIn(name, clock);
  const other = await openProviderStandIn(otherThan(name), clock);
  const adapter = adapterAt(name, standIn.baseUrl, timeoutMs);
  // For calls that must succeed, even on a slow machine.
  const patientAdapter = adapterAt(name, standIn.baseUrl, patientMs);
  useCredentials(standInCredentials);
  useProviders({
    primary: adapter,
    alternative: adapterAt(otherThan(name), other.baseUrl, timeoutMs),
  });
  const beginPatientWork = () => {
    standIn.clearFaults();
    useProviders({
      primary: patientAdapter,
      alternative: adapterAt(otherThan(name), other.baseUrl, patientMs),
    });
  };
  const [tenantId = ""] = await createFundedTenants(1, 10_00_000_00n, featureIds);
  const allowedProviders = ["primary", "alternative"];
  await database()
    .updateTable("tenants")
    .set({ allowed_providers: allowedProviders })
    .where("id", "=", tenantId)
    .execute();
  const role = "operator";
  const tenant = { ...founderOf(tenantId), role, allowedProviders } as unknown as Tenant;
  const walletAtStart = await availablePaise();

  async function availablePaise(): Promise<bigint> {
    const { rows } = await sql<{ paise: bigint }>`
      select available_paise as paise from wallets where id = ${tenantId}
    `.execute(database());
    return rows[0]?.paise ?? 0n;
  }
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  const settleBoth = () => {
    standIn.settle();
    other.settle();
  };
  const work = () => runDueWork({ leaseSeconds });
  const lease = () => leasePayouts(slotsInEveryQueue(1_000), leaseSeconds);

  /** Makes only these payouts due. */
  async function onlyDue(cases: readonly Case[]): Promise<void> {
    await sql`
      update payouts set due_at = case
        when id = any(${cases.map(({ id }) => id)}::uuid[]) then ${clock()}::timestamptz - interval '1 second'
        else ${clock()}::timestamptz + interval '1 hour' end
      where due_at is not null
    `.execute(database());
  }

  async function initiate(step: Step, fault: FaultName, ends: Case["ends"]): Promise<Case> {
    const order = impsOrder({
      amount: 100,
      account_number: destinations[ends].accountNumber,
      ifsc_code: destinations[ends].ifscCode,
    }) as PayoutOrder;
    const authorization_token = signAuthorisation({
      personId: tenantId,
      orderDigest: orderDigest(order),
      feePaise: 500n,
      gstPaise: 90n,
    });
    const initiated = await initiatePayout(tenant, { ...order, authorization_token }, undefined);
    return { step, fault, ends, ...initiated };
  }

  /**
   * Runs one round of work, and disturbs it once the stand-in has received every call. On a slow
   * machine a call may time out before it arrives; then the end of the round is waited for.
   */
  async function disturbedRound(cases: readonly Case[]) {
    const before = standIn.requests.length;
    const isRefused = cases.every(({ fault }) => fault === "refused");
    const areReceived = isRefused
      ? allLeased(cases)
      : () => standIn.requests.length >= before + cases.length;
    if (disturbance === "neither") {
      await work();
    } else if (disturbance === "worker killed") {
      const child = await workers.shift();
      if (!child) throw new Error("There is no worker left to kill");
      const baseUrls = { primary: standIn.baseUrl, alternative: other.baseUrl };
      const round: OneRound = { url, name, baseUrls, timeoutMs, aheadMs };
      let isOver = false;
      child.once("message", () => (isOver = true));
      child.send(round);
      try {
        await until(async () => isOver || areReceived());
      } finally {
        await kill(child);
      }
    } else {
      await restartWhileWorking(url, work, areReceived);
    }
  }

  function allLeased(cases: readonly Case[]) {
    const ids = cases.map(({ id }) => id);
    return async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from payouts
        where id = any(${ids}::uuid[]) and due_at <= ${clock()}
      `.execute(database());
      return rows[0]?.waiting === 0;
    };
  }

  const allWebhooks = () => [
    ...standIn.webhooks().map((webhook) => ({ from: name, ...webhook })),
    ...other.webhooks().map((webhook) => ({ from: otherThan(name), ...webhook })),
  ];

  return {
    async initiateAll(): Promise<Case[]> {
      const initiations = steps.flatMap((step) =>
        Object.keys(faults).flatMap((fault) =>
          (["success", "failed"] as const).map((ends) => initiate(step, fault, ends)),
        ),
      );
      return Promise.all(initiations);
    },

    /** Brings each payout to its step, without a fault. */
    async bringToStep(cases: readonly Case[]): Promise<void> {
      const at = (step: Step) => cases.filter((one) => one.step === step);
      await onlyDue(at("status check after a lease expired before the sending"));
      await lease();
      await onlyDue(at("status check after a lease expired after the sending"));
      // The provider has the payout; the worker crashed before it recorded the answer.
      for (const { amount_paise, ...leased } of await lease()) {
        await patientAdapter.send({
          idempotencyKey: providerKeyOf(leased),
          reference: leased.reference,
          amountPaise: amount_paise,
          ...pickPayoutFields(leased),
          sendBeforeMs: Infinity,
          to: destinations[endOf(cases, leased.id)],
        });
      }
      await onlyDue(at("status check of an unknown outcome"));
      for (const { reference } of at("status check of an unknown outcome"))
        standIn.planFault({ kind: "silent", acts: true }, isAbout(reference, "POST"));
      await Promise.all((await lease()).map((payout) => sendPayout(payout)));
      await onlyDue(at("webhook"));
      await Promise.all((await lease()).map((payout) => sendPayout(payout)));
    },

    /** Runs the round with the faults; no webhook is delivered in it. */
    async meetFaults(cases: readonly Case[]): Promise<void> {
      const refused = cases.filter(({ fault }) => fault === "refused");
      await onlyDue(refused);
      await standIn.down();
      await disturbedRound(refused);
      await standIn.up();
      const others = cases.filter(({ fault }) => fault !== "refused");
      await onlyDue(others);
      for (const { step, fault, reference } of others) {
        const planned = faults[fault];
        if (planned === undefined || planned === "refused") continue;
        if (planned === "late, then refused") {
          const isSending = isAbout(reference, "POST");
          standIn.planFault({ kind: "late", acts: false }, isSending);
          for (const refusal of passingRefusals[name]) standIn.planFault(refusal, isSending);
          continue;
        }
        standIn.planFault(planned, isAbout(reference, step === "send" ? "POST" : "GET"));
        // A status check without a payout is followed by a sending, which gets the same fault.
        if (step === "status check after a lease expired before the sending")
          standIn.planFault(planned, isAbout(reference, "POST"));
      }
      await disturbedRound(others);
    },

    /** Payouts that have failed, or that are open and not due again; there should be none. */
    async wrongAfterFaults(cases: readonly Case[]) {
      const rows = await rowsOf(cases);
      return rows.filter(
        ({ status, due_at }) => status === "failed" || (status !== "success" && due_at === null),
      );
    },

    async letTimePass(cases: readonly Case[]): Promise<void> {
      settleBoth();
      const ofWebhook = cases.filter(({ step }) => step === "webhook");
      await deliverWebhooks(
        allWebhooks(),
        (text) => ofWebhook.find(({ reference }) => text.includes(reference))?.fault,
      );
      for (let round = 0; round < 8; round += 1) {
        // All faults have been met by now. From here on, a slow machine is not one of them.
        if (round === 4) beginPatientWork();
        while ((await work()) > 0);
        // By now, the repeats of late calls have been refused.
        if (round === 3) await standIn.deliverLate();
        settleBoth();
        pass(16 * 60_000);
      }
      // At the end, every webhook has been delivered at least once.
      await deliverWebhooks(allWebhooks(), () => "duplicate answer");
      while ((await work()) > 0);
    },

    async wrongAtTheEnd(cases: readonly Case[]) {
      const rows = new Map((await rowsOf(cases)).map((row) => [row.id, row]));
      return cases.flatMap((one) => {
        const status = rows.get(one.id)?.status;
        const records = [standIn, other].map((bank) => bank.paid(one.id, one.reference));
        const taken = records.reduce((total, record) => total + record.taken, 0);
        const paid = records.reduce((total, record) => total + record.paid, 0);
        const isRight =
          status === one.ends && taken === 1 && paid === (one.ends === "success" ? 1 : 0);
        return isRight ? [] : [{ ...one, status, taken, paid }];
      });
    },

    spent: async () => walletAtStart - (await availablePaise()),
    async charged(): Promise<bigint> {
      const { rows } = await sql<{ paise: bigint }>`
        select coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as paise
        from payouts where status = 'success'
      `.execute(database());
      return rows[0]?.paise ?? 0n;
    },
    async close(): Promise<void> {
      restoreClock();
      await Promise.all([standIn.close(), other.close()]);
      for (const worker of await Promise.all(workers)) await kill(worker);
      await closeDatabase();
      await drop();
    },
  };
}
