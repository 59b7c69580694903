import * as outcomes from "@rokad/contract/payout-outcomes";
import type { TrialBalance } from "@rokad/contract/books";
import { setTenantStatus } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../apps/server/src/database/db.ts";
import { bookProviderCharges } from "../apps/server/src/operations/float/book-provider-charges.ts";
import { checkpointAll } from "../apps/server/test/tamper.ts";
import { reactivateTenants } from "./events/deactivate-tenant.ts";
import { closingTenant, leavingTenant, setRemainderAside } from "./events/close-account.ts";
import { resumeRails } from "./events/pause-provider.ts";
import { returnLater } from "./events/return-later.ts";
import { hasPaidPayouts, returnPart } from "./events/return-part.ts";
import { finishClosings } from "./finish-closings.ts";
import { cancelWaits } from "./events/pay-beyond-balance.ts";
import { acknowledgeTeams, finishBatches, withdrawRequests } from "./finish-teams.ts";
import { recordReturns } from "./record-returns.ts";
import { settleCorrections } from "./settle-corrections.ts";
import { accountNumberOf } from "./destinations.ts";
import { count } from "./client-records.ts";
import { compareOwnMoney } from "./compare-own-money.ts";
import { importLastStatement } from "./events/import-statements.ts";
import type { Person } from "./person.ts";
import type { BankName } from "./simulation-event.ts";
import { readAccounts } from "./recording/read-accounts.ts";
import { reconcile } from "./reconcile.ts";
import type { deliverWebhooks } from "./deliver-webhooks.ts";
import type { World } from "./world.ts";

const quiesceSecondsMin = 900;
/** Longer than `outcome_decision_hours`, after which super admins may sign an outcome. */
const firstJumpSeconds = 75 * 60;
const nextJumpSeconds = 16 * 60;

/** Two parts of one payment; a part and then the rest of another; a part of a third. */
const lateReturns = [
  { nth: 0, percent: 40 },
  { nth: 1, percent: 40 },
  { nth: 2, percent: 15 },
  { nth: 0, percent: 15 },
  { nth: 1, percent: 100 },
] as const;

/**
 * Stops all failures, delivers every webhook and moves the clock until no work is open. Two super
 * admins sign the outcome of payouts that stay pending at their bank.
 * @returns the work that is still open after the time limit, and the last trial balance.
 */
export async function quiesce(
  world: World,
  webhooks: ReturnType<typeof deliverWebhooks>,
): Promise<{ open: string[]; trialBalance: TrialBalance }> {
  const { banks, servers, phones, recorder } = world;
  banks.heal();
  phones.gateway.clearFaults();
  webhooks.stopFailures();
  await servers.waitForRestarts();
  // A worker reads the banks' credits when it starts, then every five minutes only.
  await servers.restartAll();
  const closing = closingTenant(world).id;
  await repeatUnanswered(world, (tenant) => tenant !== closing);
  await importLastStatement(world);
  const endsAt = Date.now() + (quiesceSecondsMin + world.plan.seconds / 4) * 1_000;
  await reactivateTenants(world);
  await resumeRails(world);
  const closeAccounts = finishClosings(world, (id) =>
    repeatUnanswered(world, (tenant) => tenant === id),
  );
  const endBatches = finishBatches(world);
  const returns = [...lateReturns];
  let open: string[] = ["no check has run yet"];
  for (let round = 0; open.length > 0 && Date.now() < endsAt; round += 1) {
    await banks.advance(undefined);
    if (round === 2) world.advanceClock(firstJumpSeconds);
    else if (round % 6 === 2) world.advanceClock(nextJumpSeconds);
    if (round % 6 === 5) await signPendingOutcomes(world);
    await pause(250);
    const stillOpen = [...(await closeAccounts()), ...(await endBatches())];
    const [queueing] = world.programs;
    if (queueing) stillOpen.push(...(await cancelWaits(queueing.owner)));
    stillOpen.push(...(await withdrawRequests(world)));
    // On a slow machine all parts would be of the first payout that is paid, and return it in full.
    const isOtherWorkDone = open.length === returns.length;
    const next =
      round >= 4 && (isOtherWorkDone || (await hasPaidPayouts())) ? returns.shift() : undefined;
    if (next) await returnPart(world, { kind: "partial return", ...next });
    open = [...(await listOpenWork()), ...stillOpen, ...returns.map(() => "a bank returns parts")];
  }
  open.push(...(await returnLater(world)));
  await webhooks.stop();
  await reconcile(world);
  await recordReturns(world);
  await settleCorrections(world);
  const trialBalance = await compareOwnMoney(world);
  await acknowledgeTeams(world);
  recorder.startFinalReads();
  await readAccounts(world);
  // Its client has read everything: from now on it can't sign in.
  await setRemainderAside(world, leavingTenant(world));
  await servers.stop();
  // The workers write checkpoints too, but wait until no older posting can commit.
  await checkpointAll();
  // The workers follow the checkpoints, the last of which was just written.
  await bookProviderCharges(new AbortController().signal);
  return { open, trialBalance };
}

/** Lets these clients repeat what got no answer, with the same key: they must get one now. */
async function repeatUnanswered(
  { clients, unanswered, admins, tenants }: World,
  isChosen: (tenant: string) => boolean,
): Promise<void> {
  const [, , farah] = admins as [Person, Person, Person];
  // A reactivation may be among the calls without an answer.
  for (const { id } of tenants)
    await farah.call(setTenantStatus, { params: { id }, body: { isActive: true } });
  for (const request of unanswered.splice(0)) {
    const { key, tenant, repeat } = request;
    if (!isChosen(tenant)) {
      unanswered.push(request);
      continue;
    }
    count(clients, "requests repeated at the end");
    await repeat().catch((error: unknown) =>
      clients.anomalies.push(`The request ${key} got no answer at the end: ${String(error)}`),
    );
  }
}

/** Payouts, webhooks and jobs that have not finished. */
async function listOpenWork(): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    select 'payout ' || id || ' is ' || status || ', its provider said ' ||
      coalesce(provider_state, 'nothing') as description
    from payouts where status in ('pending', 'processing') or due_at is not null
    union all
    select 'webhook ' || id || ' is ' || state from webhooks where due_at is not null
    union all
    select 'job ' || id || ' (' || kind || ') is ' || status from background_jobs
    where status in ('waiting', 'running')
  `.execute(database());
  return rows.map(({ description }) => description);
}

/** Signs outcomes, every second one as paid, and lets the bank finish the payout the same way. */
async function signPendingOutcomes(world: World): Promise<void> {
  const { rows } = await sql<{ id: string; reference: string; adapter: BankName }>`
    select id, reference_id as reference, adapter from payouts
    where status = 'processing' and provider_state is not null and send_blocked_at is null
    order by id
  `.execute(database());
  const pending = new Set(
    world.banks
      .books()
      .transfers.filter(({ to }) => to === accountNumberOf("pending account"))
      .map(({ reference }) => reference),
  );
  for (const [at, { id, reference, adapter }] of rows.entries()) {
    if (!pending.has(reference)) continue;
    // Cashfree's stand-in can only fail a pending payout.
    const outcome = adapter === "razorpayx" && at % 2 === 0 ? "paid" : "failed";
    if (await signOutcome(world, id, outcome))
      world.banks.finishAsSigned(adapter, reference, outcome);
  }
}

async function signOutcome(world: World, id: string, outcome: "paid" | "failed"): Promise<boolean> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const params = { id };
  const utr = `5232990${String(world.clients.signedOutcomes.length).padStart(5, "0")}`;
  const form = {
    outcome,
    ...(outcome === "paid" && { utr }),
    reason: "The bank was asked",
    evidence: "Asked the bank by telephone, and Ms Rao read its books aloud to us",
  };
  const proposed = await meera.call(outcomes.proposeOutcome, { params, body: form });
  if (!proposed.ok) return false;
  const decision = { id: proposed.body.data.decision_id };
  // By then the lease of a worker that was sending it has expired.
  world.advanceClock(60);
  const confirmed = await ravi.call(outcomes.confirmOutcome, { params: decision });
  if (!confirmed.ok) return false;
  count(world.clients, `outcomes signed: ${outcome}`);
  world.clients.signedOutcomes.push({ payout: id, outcome, at: Date.now() });
  const signedUtr = outcome === "paid" ? utr : null;
  world.recorder.record([{ kind: "signed outcome", payout: id, outcome, utr: signedUtr }]);
  return true;
}
