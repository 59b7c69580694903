import { limits } from "@rokad/contract/limits";
import { recordReturn, type ReturnForm } from "@rokad/contract/partial-returns";
import { listDifferences, type Difference } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { database } from "../apps/server/src/database/db.ts";
import { count } from "./client-records.ts";
import type { Person } from "./person.ts";
import { refundsCharges } from "./settings.ts";
import type { World } from "./world.ts";

/**
 * Super admins record the returns that no update settles: a second part of one payout, and a part whose
 * webhook was lost. Two people record each at the same time, by what the bank says that it returned.
 */
export async function recordReturns(world: World): Promise<void> {
  const [meera] = world.admins as [Person];
  const query = { state: "open" as const, kind: "amount" as const, limit: limits.pageRowsMax };
  const listed = await meera.call(listDifferences, { query });
  for (const difference of listed.ok ? listed.body.data : []) {
    if (difference.action === "record_return") await recordOne(world, difference);
  }
}

async function recordOne(world: World, { id, payout }: Difference): Promise<void> {
  const [asha, kiran] = world.signers as [Person, Person];
  const payment = world.banks.paymentOf(payout?.reference ?? "");
  if (!payout || !payment) return;
  // A charge that the bank kept costs the client nothing.
  const left = payment.returnedPaise + payment.keptPaise - (await readReturned(payout.id));
  if (left <= 0) return;
  const form: ReturnForm = {
    amount: left / 100,
    return_reference: `TICKET ${payout.reference}`,
    refund_charges: refundsCharges(world.plan),
    reason: "The bank returned a part",
  };
  const params = { id };
  const results = await Promise.all(
    [asha, kiran].map((person) => person.call(recordReturn, { params, body: form })),
  );
  const recorded = results.filter((result) => result.ok).length;
  if (recorded > 1)
    world.clients.anomalies.push(`A return of ${payout.reference} was booked twice`);
  count(world.clients, recorded === 1 ? "returns recorded" : "returns not recorded");
}

async function readReturned(payout: string): Promise<number> {
  const { rows } = await sql<{ paise: bigint }>`
    select returned_paise as paise from payouts where id = ${payout}
  `.execute(database());
  return Number(rows[0]?.paise ?? 0n);
}
