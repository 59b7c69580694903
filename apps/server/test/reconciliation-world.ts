import {
  listDifferences,
  listReconciliationRuns,
  startReconciliation,
  type Difference,
} from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { now } from "../src/kernel/clock.ts";
import { today } from "../src/kernel/days.ts";
import { database } from "../src/database/db.ts";
import { OutcomeUnknownError } from "../src/kernel/outbound-errors.ts";
import { adapterOf, useProviders } from "../src/providers/configured-providers.ts";
import { runJob } from "../src/worker/jobs/run-job.ts";
import { reconcileJobAt } from "../src/operations/reconciliation/reconcile.ts";
import { impsOrder, openPayoutWorld, upiOrder } from "./payout-world.ts";

async function referenceOf(id: string): Promise<string> {
  const { reference_id: reference } = await database()
    .selectFrom("payouts")
    .select("reference_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return reference;
}

/** The payout world with a super admin who reconciles, and no throttling of provider calls. */
export async function openReconciliationWorld() {
  const world = await openPayoutWorld();
  const boss = await world.superAdmin();
  const payer = await world.payer("₹5,00,000");
  const work = { reconcile: reconcileJobAt(100_000) };

  const runJobs = async () => {
    const stop = new AbortController().signal;
    while (await runJob({ handlers: work, leaseSeconds: 60, stop }));
  };
  const allDifferences = async (query: { state?: "open" | "handled" } = {}) =>
    (await boss.ask(listDifferences, { query: { limit: "100", ...query } })).data;
  const isBalance = ({ kind }: Difference) => kind === "balance";
  /** Of payouts. */
  const differences = async (query: { state?: "open" | "handled" } = {}) =>
    (await allDifferences(query)).filter((one) => !isBalance(one));
  const balanceDifferences = async () => (await allDifferences()).filter(isBalance);
  const runs = async () => (await boss.ask(listReconciliationRuns, { query: {} })).data;

  return {
    ...world,
    boss,
    payer,
    runJobs,
    differences,
    balanceDifferences,
    runs,

    /** Pays ₹1,000 by IMPS, or to a UPI id, until the outcome. @returns id and reference. */
    async settledPayout(upiId?: string) {
      const { body } = await payer.pay(upiId ? upiOrder(upiId) : impsOrder());
      await world.settle();
      const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
      return { id, reference };
    },

    /** A payout whose call never reached the bank, which nobody knows. */
    async lostPayout() {
      const [primary, alternative] = [adapterOf("primary"), adapterOf("alternative")];
      const send = () => Promise.reject(new OutcomeUnknownError("No answer in time"));
      useProviders({ primary: { ...primary, send }, alternative });
      const { body } = await payer.pay(impsOrder({ amount: 40 }));
      await world.work();
      useProviders({ primary, alternative });
      return { id: String(body.data.id) };
    },

    /** A payout that the bank has accepted and not paid yet. */
    async acceptedPayout() {
      const { body } = await payer.pay(impsOrder());
      await world.work();
      return { id: String(body.data.id) };
    },

    /** Copies a paid payout `count` times, in our books and the bank's records, without postings. */
    async copyPayout(id: string, count: number): Promise<void> {
      await sql`
        insert into payouts
        select copy.* from payouts, generate_series(1, ${count}::int) as number,
          jsonb_populate_record(payouts, jsonb_build_object(
            'id', gen_random_uuid(), 'reference_id', 'MANY' || number, 'idempotency_key', null,
            'provider_reference', 'sandbox-MANY' || number
          )) as copy
        where payouts.id = ${id}
      `.execute(database());
      await sql`
        insert into payout_events (payout_id, tenant_id, at, event)
        select payouts.id, payouts.tenant_id, at, event from payouts join payout_events on payout_id = ${id}
        where reference_id like 'MANY%' and event = 'sent'
      `.execute(database());
      await sql`
        insert into sandbox_bank.transfers
        select copy.*
        from payouts join sandbox_bank.transfers as transfers on transfers.reference = ${await referenceOf(id)},
          jsonb_populate_record(transfers, jsonb_build_object(
            'idempotency_key', payouts.id, 'reference', payouts.reference_id
          )) as copy
        where reference_id like 'MANY%'
      `.execute(database());
    },

    async deleteCopies(): Promise<void> {
      await database().deleteFrom("reconciliation_differences").execute();
      await sql`
        delete from payout_events using payouts
        where payouts.id = payout_id and reference_id like 'MANY%'
      `.execute(database());
      await sql`
        with deleted as (
          delete from payouts where reference_id like 'MANY%' returning payouts as payout
        ), unlisted as (
          delete from finished_payouts using deleted where payout_id = (deleted.payout).id
        ), subtracted as (
          insert into adapter_rollup_changes (
            adapter, provider, open_count, success_count, success_paise, taken_paise,
            charges_paise, returned_paise
          )
          -- Each was paid, and the sandbox bank charges nothing.
          select (payout).adapter, (payout).provider, 0, -count(*), -sum((payout).amount_paise),
            -sum((payout).amount_paise), 0, 0
          from deleted group by 1, 2
        )
        select add_payout_changes(shares), add_payout_failures(shares)
        from (select array_agg(payout_share_of(payout, -1)) as shares from deleted) as deleted_shares
        where shares is not null
      `.execute(database());
    },

    /** Sets when we sent a payout, and when the bank accepted it. */
    async setSentAt(id: string, ours: Date, theirs: Date): Promise<void> {
      await sql`update payout_events set at = ${ours} where payout_id = ${id} and event = 'sent'`.execute(
        database(),
      );
      await sql`update sandbox_bank.transfers set created_at = ${theirs} where reference = ${await referenceOf(id)}`.execute(
        database(),
      );
    },

    /** Makes waiting retries due and runs them. */
    async retryJobs(): Promise<void> {
      await sql`update background_jobs set due_at = ${now()} where status = 'waiting'`.execute(
        database(),
      );
      await runJobs();
    },

    /** Reconciles a day and returns the finished run. */
    async reconcile(day = today()) {
      const { data } = await boss.ask(startReconciliation, { body: { adapter: "sandbox", day } });
      await runJobs();
      const run = (await runs()).find(({ id }) => id === data.id);
      if (!run) throw new Error("The run is not in the list");
      return run;
    },

    handle: (difference: Difference, body: object = {}, by = boss) =>
      by.post(`/super-admin/reconciliation/differences/${difference.id}/handle`, {
        action: difference.action,
        ...body,
      }),

    async lastAuditEntry() {
      return database()
        .selectFrom("audit_log")
        .select(["act", "reason", "before", "after"])
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
    },

    /** Makes the last update of each payout a minute older. Moving the clock would end all sessions. */
    async ageLastUpdates(): Promise<void> {
      await sql`update payouts set updated_at = updated_at - interval '1 minute'`.execute(
        database(),
      );
    },

    /** Makes the status check of each open payout due. */
    async makeOpenDue(): Promise<void> {
      await sql`update payouts set due_at = ${now()} where due_at is not null`.execute(database());
    },

    /** Saves a charge as if the provider had already reported it. */
    async saveCharge(id: string, fee: bigint, tax: bigint): Promise<void> {
      await database()
        .updateTable("payouts")
        .set({ provider_fee_paise: fee, provider_tax_paise: tax })
        .where("id", "=", id)
        .execute();
    },

    /** The only open difference. */
    async onlyDifference(): Promise<Difference> {
      const [one, ...others] = await differences({ state: "open" });
      if (!one || others.length > 0) throw new Error(`Not one difference: ${others.length + 1}`);
      return one;
    },

    /** Moves all payouts to before what a night repeats, and deletes all runs and differences. */
    async startOver(): Promise<void> {
      for (const table of [
        "reconciliation_differences",
        "reconciliation_balances",
        "reconciliation_runs",
        "background_jobs",
        "notifications",
      ] as const) {
        await database().deleteFrom(table).execute();
      }
      const longAgo = sql`interval '60 days'`;
      await sql`update payout_events set at = at - ${longAgo}`.execute(database());
      await sql`update sandbox_bank.transfers set created_at = created_at - ${longAgo}`.execute(
        database(),
      );
    },
  };
}
