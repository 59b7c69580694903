import {
  listDifferences,
  listReconciliationRuns,
  startReconciliation,
  type Difference,
} from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { now } from "../src/clock.ts";
import { today } from "../src/days.ts";
import { database } from "../src/db.ts";
import { runJob } from "../src/jobs/run-job.ts";
import { reconcileAt } from "../src/reconciliation/reconcile.ts";
import { impsOrder, openPayoutWorld, upiOrder } from "./payout-world.ts";

/** The world of payouts, with somebody who reconciles, and no pause between two questions. */
export async function openReconciliationWorld() {
  const world = await openPayoutWorld();
  const boss = await world.superAdmin();
  const payer = await world.payer("₹5,00,000");
  const work = { reconcile: reconcileAt(100_000) };

  const doJobs = async () => {
    const stop = new AbortController().signal;
    while (await runJob({ work, claimSeconds: 60, stop }));
  };
  const differences = async (query: { state?: "open" | "handled" } = {}) =>
    (await boss.ask(listDifferences, { query: { limit: "100", ...query } })).data;
  const runs = async () => (await boss.ask(listReconciliationRuns, { query: {} })).data;

  return {
    ...world,
    boss,
    payer,
    doJobs,
    differences,
    runs,

    /** A paid payout of ₹1,000, or one to another UPI id; its id and reference. */
    async paid(upiId?: string) {
      const { body } = await payer.pay(upiId ? upiOrder(upiId) : impsOrder());
      await world.settle();
      const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
      return { id, reference };
    },

    /** A payout that the bank has taken and not paid yet. */
    async waiting() {
      const { body } = await payer.pay(impsOrder());
      await world.work();
      return { id: String(body.data.id) };
    },

    /** So many more payouts like one that was paid, in both records and without a posting. */
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
        insert into payout_events (payout_id, person_id, at, event)
        select payouts.id, payouts.person_id, at, event from payouts join payout_events on payout_id = ${id}
        where reference_id like 'MANY%' and event = 'sent'
      `.execute(database());
      await sql`
        insert into sandbox_bank.transfers
        select copy.*
        from payouts join sandbox_bank.transfers as transfers on transfers.idempotency_key = ${id},
          jsonb_populate_record(transfers, jsonb_build_object(
            'idempotency_key', payouts.id, 'reference', payouts.reference_id
          )) as copy
        where reference_id like 'MANY%'
      `.execute(database());
    },

    async forgetCopies(): Promise<void> {
      await database().deleteFrom("reconciliation_differences").execute();
      await sql`
        delete from payout_events using payouts
        where payouts.id = payout_id and reference_id like 'MANY%'
      `.execute(database());
      await sql`
        with gone as (
          delete from payouts where reference_id like 'MANY%' returning payouts as payout
        ), uncounted as (
          insert into adapter_sum_changes (
            adapter, provider, open_count, success_count, success_paise, taken_paise,
            charges_paise, returned_paise
          )
          -- Each was paid, and the sandbox bank takes nothing for it.
          select (payout).adapter, (payout).provider, 0, -count(*), -sum((payout).amount_paise),
            -sum((payout).amount_paise), 0, 0
          from gone group by 1, 2
        )
        select add_payout_shares(array_agg(payout_share_of(payout, -1))) from gone
        having count(*) > 0
      `.execute(database());
    },

    /** As if we had handed a payout over at one instant, and they had taken it at another. */
    async handedOverAt(id: string, ours: Date, theirs: Date): Promise<void> {
      await sql`update payout_events set at = ${ours} where payout_id = ${id} and event = 'sent'`.execute(
        database(),
      );
      await sql`update sandbox_bank.transfers set created_at = ${theirs} where idempotency_key = ${id}`.execute(
        database(),
      );
    },

    /** Lets the pause before each next try be over. */
    async retryJobs(): Promise<void> {
      await sql`update background_jobs set due_at = ${now()} where status = 'waiting'`.execute(
        database(),
      );
      await doJobs();
    },

    /** Reconciles a day to the end and answers the run. */
    async reconcile(day = today()) {
      const { data } = await boss.ask(startReconciliation, { body: { adapter: "sandbox", day } });
      await doJobs();
      const run = (await runs()).find(({ id }) => id === data.id);
      if (!run) throw new Error("The run is not in the list");
      return run;
    },

    handle: (difference: Difference, body: object = {}, by = boss) =>
      by.post(`/super-admin/reconciliation/differences/${difference.id}/handle`, {
        action: difference.action,
        ...body,
      }),

    async lastDeed() {
      return database()
        .selectFrom("audit_log")
        .select(["act", "reason", "before", "after"])
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
    },

    /** Nobody has touched a payout for a minute: the clock itself would sign everyone out. */
    async quiet(): Promise<void> {
      await sql`update payouts set updated_at = updated_at - interval '1 minute'`.execute(
        database(),
      );
    },

    /** Whatever is open is due to be looked at. */
    async makeDue(): Promise<void> {
      await sql`update payouts set due_at = ${now()} where due_at is not null`.execute(database());
    },

    /** As if the provider had told this charge already. */
    async noteCharge(id: string, fee: bigint, tax: bigint): Promise<void> {
      await database()
        .updateTable("payouts")
        .set({ provider_fee_paise: fee, provider_tax_paise: tax })
        .where("id", "=", id)
        .execute();
    },

    /** The only open difference. */
    async only(): Promise<Difference> {
      const [one, ...others] = await differences({ state: "open" });
      if (!one || others.length > 0) throw new Error(`Not one difference: ${others.length + 1}`);
      return one;
    },

    /** Everything so far was a week ago, and nothing of it was ever reconciled. */
    async forget(): Promise<void> {
      for (const table of [
        "reconciliation_differences",
        "reconciliation_balances",
        "reconciliation_runs",
        "background_jobs",
        "notifications",
      ] as const) {
        await database().deleteFrom(table).execute();
      }
      const week = sql`interval '7 days'`;
      await sql`update payout_events set at = at - ${week}`.execute(database());
      await sql`update sandbox_bank.transfers set created_at = created_at - ${week}`.execute(
        database(),
      );
    },
  };
}
