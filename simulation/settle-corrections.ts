import { closeChargeback } from "@rokad/contract/chargebacks";
import { getAdjustmentTarget, listAdjustments, type Adjustment } from "@rokad/contract/adjustments";
import { limits } from "@rokad/contract/limits";
import { listStatementImports, listStatementLines } from "@rokad/contract/statement-import";
import { count } from "./client-records.ts";
import { adjust, proposeAndDecide } from "./events/adjust.ts";
import { withdrawBy } from "./events/sign-adjustment.ts";
import type { Person } from "./person.ts";
import type { SimulationEvent } from "./simulation-event.ts";
import type { World } from "./world.ts";

type AdjustmentEvent = Extract<SimulationEvent, { kind: "adjustment" }>;

/** The corrections of every run: a tenant ends up owing a part of what a debit lacked. */
const corrections: readonly Omit<AdjustmentEvent, "kind">[] = [
  { tenant: 1, what: "beyond the balance", paise: 300_00, decision: "two confirm" },
  { tenant: 1, what: "goodwill", paise: 200_00, decision: "confirmed twice" },
  { tenant: 2, what: "wrong credit of a deposit", paise: 11_00, decision: "confirmed" },
  { tenant: 2, what: "bank recall", paise: 12_00, decision: "confirmed or rejected" },
  { tenant: 2, what: "between accounts", paise: 13_00, decision: "confirmed or withdrawn" },
  // Each receiving account and each provider, in both directions.
  { tenant: 2, what: "bank recall", paise: 14_00, decision: "confirmed" },
  { tenant: 2, what: "bank recall", paise: 14_01, decision: "two confirm" },
  { tenant: 2, what: "bank charge", paise: 15_00, decision: "confirmed" },
  { tenant: 2, what: "bank charge", paise: 15_01, decision: "confirmed twice" },
  { tenant: 2, what: "provider charge", paise: 16_00, decision: "confirmed" },
  { tenant: 2, what: "provider charge", paise: 16_02, decision: "two confirm" },
  { tenant: 2, what: "between accounts", paise: 16_00, decision: "confirmed" },
  { tenant: 2, what: "between accounts", paise: 16_07, decision: "confirmed" },
];

/**
 * Each bank moves what a posted adjustment says about it: people correct what happened there. A bank
 * goes by what the proposer asked for, not by our books.
 */
async function correctBanks({ admins, banks, clients }: World): Promise<void> {
  const [meera] = admins as [Person];
  const posted = new Set((await listAll(meera, "posted")).map(({ id }) => id));
  for (const correction of clients.corrections)
    if (posted.has(correction.id)) banks.correct(correction);
}

async function listAll(admin: Person, state: "posted" | "proposed"): Promise<Adjustment[]> {
  const found: Adjustment[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const query = { state, page, limit: limits.pageRowsMax };
    const listed = await admin.call(listAdjustments, { query });
    if (!listed.ok) throw new Error(`The adjustments gave no answer: ${listed.code}`);
    found.push(...listed.body.data);
    more = listed.body.pagination.has_next;
  }
  return found;
}

/** Super admins correct what the run has left: in parallel, once everything else has finished. */
export async function settleCorrections(world: World): Promise<void> {
  for (const correction of corrections) await adjust(world, { kind: "adjustment", ...correction });
  await correctTakenBack(world);
  await closeChargebacks(world);
  await correctBanks(world);
}

/** Every credited deposit that a statement takes back ends in an adjustment of all that is left. */
async function correctTakenBack(world: World): Promise<void> {
  const [meera] = world.admins as [Person];
  const limit = limits.pageRowsMax;
  const imports = await meera.call(listStatementImports, { query: { limit } });
  const proposed = Map.groupBy(await listAll(meera, "proposed"), ({ deposit }) => deposit?.id);
  const corrected = new Set<string>();
  for (const { id, contradictions } of imports.ok ? imports.body.data : []) {
    if (contradictions.count === 0) continue;
    const query = { group: "decide" as const, limit };
    const listed = await meera.call(listStatementLines, { params: { id }, query });
    for (const { id: line, outcome, deposit } of listed.ok ? listed.body.data : []) {
      if (outcome !== "taken_back" || deposit?.status !== "completed") continue;
      if (corrected.has(deposit.id)) continue;
      corrected.add(deposit.id);
      // What a proposal would correct is not left for another one.
      for (const { id: open } of proposed.get(deposit.id) ?? [])
        await withdrawBy(world, world.signers[0] as Person, open);
      await correctDeposit(world, meera, { line, deposit: deposit.id });
    }
  }
}

async function correctDeposit(
  world: World,
  admin: Person,
  { line, deposit }: { readonly line: string; readonly deposit: string },
): Promise<void> {
  const target = await admin.call(getAdjustmentTarget, { params: { id: deposit } });
  if (!target.ok || target.body.data.correctable.amount === 0) return;
  const { tenant, correctable } = target.body.data;
  const form = {
    kind: "contradiction" as const,
    debit_account: "wallet" as const,
    credit_account: "bank" as const,
    tenant_id: tenant.id,
    amount: correctable.amount / 100,
    reason: "The bank took the transfer back",
    deposit_id: deposit,
    statement_line_id: line,
  };
  await proposeAndDecide(world, form, "two confirm", target.body.data.utr_reference);
}

/** A provider took back what our books can't: a super admin handles it outside Rokad. */
async function closeChargebacks({ admins, clients }: World): Promise<void> {
  const [meera] = admins as [Person];
  const listed = await meera.call(listAdjustments, { query: { limit: 1 } });
  for (const { id } of listed.ok ? listed.body.summary.chargebacks : []) {
    const input = { params: { id }, body: { reason: "The provider will pay it back" } };
    const result = await meera.call(closeChargeback, input);
    if (result.ok) count(clients, "chargebacks handled outside Rokad");
  }
}
