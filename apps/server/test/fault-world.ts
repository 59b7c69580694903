import type { PayoutOrder } from "@rokad/contract/payout-form";
import { featureIds } from "@rokad/contract/call";
import { sql } from "kysely";
import { useClock } from "../src/clock.ts";
import { useCredentials } from "../src/credentials/credentials.ts";
import { closeDatabase, database, openDatabase } from "../src/db.ts";
import { orderDigest, signAuthorisation } from "../src/payouts/authorisation.ts";
import { claimPayouts, inEveryLane } from "../src/payouts/claim-payouts.ts";
import { initiatePayout } from "../src/payouts/initiate-payout.ts";
import { sendPayout } from "../src/payouts/send-payout.ts";
import { workOnce } from "../src/payouts/worker.ts";
import { useProviders } from "../src/providers/rails.ts";
import { useSecret } from "../src/secrets.ts";
import type { Tenant } from "../src/sign-in/person.ts";
import { cloneDatabase } from "./clone-database.ts";
import { kill, restartDatabase, startWorker, until } from "./disturbances.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { openTestKeys } from "./encryption-key.ts";
import {
  adapterTo,
  farCredentials,
  isAbout,
  openFarRail,
  otherThan,
  type FarName,
} from "./far-rails.ts";
import {
  destinations,
  faults,
  steps,
  timeoutMs,
  type Disturbance,
  type FaultName,
  type Step,
} from "./fault-tables.ts";
import { fundedTenants } from "./funded-tenants.ts";
import type { OneRound } from "./one-round.ts";
import { impsOrder } from "./payout-world.ts";

const claimSeconds = 30;

export interface Case {
  readonly step: Step;
  readonly fault: FaultName;
  /** Whether the beneficiary's bank takes the money in the end. */
  readonly ends: "success" | "failed";
  readonly id: string;
  readonly reference: string;
}

/**
 * A database, both providers' far sides with the real adapters before them, and a tenant with money
 * who may use both. Everything goes wrong at the first of them.
 * @param name the provider behind the primary rail
 */
export async function openMatrix(name: FarName, disturbance: Disturbance) {
  // Each is loaded while the rest is made ready.
  const workers = disturbance === "worker killed" ? [startWorker(), startWorker()] : [];
  const { url, drop } = await cloneDatabase();
  openDatabase(url, { connections: 10 });
  useSecret("matrix-matrix-matrix-matrix-matrix-matrix");
  await openTestKeys();
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const restoreClock = useClock(clock);
  const far = await openFarRail(name, clock);
  const other = await openFarRail(otherThan(name), clock);
  const adapter = adapterTo(name, far.baseUrl, timeoutMs);
  // For what must have arrived, on however slow a machine.
  const patient = adapterTo(name, far.baseUrl, 20_000);
  useCredentials(farCredentials);
  useProviders({
    primary: adapter,
    alternative: adapterTo(otherThan(name), other.baseUrl, timeoutMs),
  });
  const [tenantId = ""] = await fundedTenants(1, 10_00_000_00n, featureIds);
  const allowedProviders = ["primary", "alternative"];
  await database()
    .updateTable("people")
    .set({ allowed_providers: allowedProviders })
    .where("id", "=", tenantId)
    .execute();
  const tenant = { id: tenantId, role: "operator", allowedProviders } as unknown as Tenant;
  const walletAtFirst = await available();

  async function available(): Promise<bigint> {
    const { rows } = await sql<{ paise: bigint }>`
      select available_paise as paise from wallets where id = ${tenantId}
    `.execute(database());
    return rows[0]?.paise ?? 0n;
  }
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  const settleBoth = () => {
    far.settle();
    other.settle();
  };
  const work = () => workOnce({ claimSeconds });
  const claim = () => claimPayouts(inEveryLane(1_000), claimSeconds);

  /** Only these are due; the others keep for later. */
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
    const made = await initiatePayout(tenant, { ...order, authorization_token }, undefined);
    return { step, fault, ends, ...made };
  }

  /** Runs one round of work, and disturbs it once the far side has met everything. */
  async function disturbedRound(cases: readonly Case[]) {
    const before = far.requests.length;
    const isRefused = cases.every(({ fault }) => fault === "refused");
    const allMet = () =>
      until(isRefused ? allClaimed(cases) : () => far.requests.length >= before + cases.length);
    if (disturbance === "neither") {
      await work();
    } else if (disturbance === "worker killed") {
      const child = await workers.shift();
      if (!child) throw new Error("There is no worker left to kill");
      const baseUrls = { primary: far.baseUrl, alternative: other.baseUrl };
      const round: OneRound = { url, name, baseUrls, timeoutMs, aheadMs };
      child.send(round);
      try {
        await allMet();
      } finally {
        await kill(child);
      }
    } else {
      const round = work().catch(() => 0);
      await allMet();
      await restartDatabase(url);
      await round;
    }
  }

  function allClaimed(cases: readonly Case[]) {
    const ids = cases.map(({ id }) => id);
    return async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from payouts
        where id = any(${ids}::uuid[]) and due_at <= ${clock()}
      `.execute(database());
      return rows[0]?.waiting === 0;
    };
  }

  const told = () => [
    ...far.webhooks().map((webhook) => ({ from: name, ...webhook })),
    ...other.webhooks().map((webhook) => ({ from: otherThan(name), ...webhook })),
  ];

  return {
    async initiateAll(): Promise<Case[]> {
      const wanted = steps.flatMap((step) =>
        Object.keys(faults).flatMap((fault) =>
          (["success", "failed"] as const).map((ends) => initiate(step, fault, ends)),
        ),
      );
      return Promise.all(wanted);
    },

    /** Each payout stands at its step, with nothing wrong so far. */
    async bringToStep(cases: readonly Case[]): Promise<void> {
      const at = (step: Step) => cases.filter((one) => one.step === step);
      await onlyDue(at("look after a claim ran out before the sending"));
      await claim();
      await onlyDue(at("look after a claim ran out behind the sending"));
      // The far side has it and the worker died with the answer: its record is refused.
      for (const { amount_paise, ...claimed } of await claim()) {
        await patient.send({
          idempotencyKey: claimed.id,
          reference: claimed.reference,
          amountPaise: amount_paise,
          beneficiaryName: claimed.beneficiary_name,
          beneficiaryEmail: claimed.beneficiary_email,
          beneficiaryPhone: claimed.beneficiary_phone,
          remarks: claimed.remarks,
          to: destinations[endOf(cases, claimed.id)],
        });
      }
      await onlyDue(at("look of an unknown outcome"));
      for (const { reference } of at("look of an unknown outcome"))
        far.plan({ kind: "silent", acts: true }, isAbout(reference, "POST"));
      await Promise.all((await claim()).map((payout) => sendPayout(payout)));
      await onlyDue(at("webhook"));
      await Promise.all((await claim()).map((payout) => sendPayout(payout)));
    },

    /** The round in which everything goes wrong, and nothing of it is told by a webhook. */
    async meetFaults(cases: readonly Case[]): Promise<void> {
      const refused = cases.filter(({ fault }) => fault === "refused");
      await onlyDue(refused);
      await far.down();
      await disturbedRound(refused);
      await far.up();
      const others = cases.filter(({ fault }) => fault !== "refused");
      await onlyDue(others);
      for (const { step, fault, reference } of others) {
        const played = faults[fault];
        if (played === undefined || played === "refused") continue;
        far.plan(played, isAbout(reference, step === "send" ? "POST" : "GET"));
        // A look that finds nothing is followed by a sending: that meets the same.
        if (step === "look after a claim ran out before the sending")
          far.plan(played, isAbout(reference, "POST"));
      }
      await disturbedRound(others);
    },

    /** Between: nothing has failed, and what has no end yet is due again by itself. */
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
        told(),
        (text) => ofWebhook.find(({ reference }) => text.includes(reference))?.fault,
      );
      for (let round = 0; round < 8; round += 1) {
        while ((await work()) > 0);
        settleBoth();
        pass(16 * 60_000);
      }
      // In the end a provider has told everything, however late and however often.
      await deliverWebhooks(told(), () => "duplicate answer");
      while ((await work()) > 0);
    },

    async wrongAtTheEnd(cases: readonly Case[]) {
      const rows = new Map((await rowsOf(cases)).map((row) => [row.id, row]));
      return cases.flatMap((one) => {
        const status = rows.get(one.id)?.status;
        const [here, there] = [far, other].map((side) => side.paid(one.id, one.reference));
        const taken = (here?.taken ?? 0) + (there?.taken ?? 0);
        const paid = (here?.paid ?? 0) + (there?.paid ?? 0);
        const isRight =
          status === one.ends && taken === 1 && paid === (one.ends === "success" ? 1 : 0);
        return isRight ? [] : [{ ...one, status, taken, paid }];
      });
    },

    spent: async () => walletAtFirst - (await available()),
    async charged(): Promise<bigint> {
      const { rows } = await sql<{ paise: bigint }>`
        select coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as paise
        from payouts where status = 'success'
      `.execute(database());
      return rows[0]?.paise ?? 0n;
    },
    async close(): Promise<void> {
      restoreClock();
      await Promise.all([far.close(), other.close()]);
      for (const worker of await Promise.all(workers)) await kill(worker);
      await closeDatabase();
      await drop();
    },
  };
}

function rowsOf(cases: readonly Case[]) {
  return database()
    .selectFrom("payouts")
    .select(["id", "status", "due_at", "attempts"])
    .where(
      "id",
      "in",
      cases.map(({ id }) => id),
    )
    .execute();
}

function endOf(cases: readonly Case[], id: string): Case["ends"] {
  return cases.find((one) => one.id === id)?.ends ?? "success";
}
