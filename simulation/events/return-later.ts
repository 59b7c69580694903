import { pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { getBalance } from "@rokad/contract/wallet";
import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../../apps/server/src/database/db.ts";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import { banks, type BankName } from "../simulation-event.ts";
import type { World } from "../world.ts";
import { sendPayout } from "./send-payout.ts";

/** How a bank returns a payment, and whether its webhook tells us or only a status check does. */
interface LaterReturn {
  readonly bank: BankName;
  readonly what: "a part" | "all but its charge";
  readonly learnedBy: "webhook" | "status check";
}

const laterReturns: readonly LaterReturn[] = [
  ...banks.flatMap((bank) => [
    { bank, what: "a part", learnedBy: "webhook" } as const,
    { bank, what: "a part", learnedBy: "status check" } as const,
  ]),
  // RazorpayX gives its charge back with a return.
  { bank: "cashfree", what: "all but its charge", learnedBy: "webhook" },
  { bank: "cashfree", what: "all but its charge", learnedBy: "status check" },
];

const paise = 310_00;
const partPaise = 120_00;
const secondsMax = 600;
/** The first day on which paid payouts are asked about again, and the hour between two runs. */
const lateCheckSeconds = (2 * 24 + 1) * 60 * 60;
/** Cashfree has no list, so each of its paid payouts is asked about, one a second. */
const askedMax = 60;

/**
 * Pays when everything else has finished, and lets the banks return each payment in another way. What
 * no webhook tells, the status check of paid payouts finds two days later.
 * @returns what did not finish.
 */
export async function returnLater(world: World): Promise<string[]> {
  const payer = await findPayer(world);
  if (payer === undefined) {
    count(world.clients, "last returns left out: no tenant could pay");
    return [];
  }
  const isQuick = (await countPaid("cashfree")) <= askedMax;
  const sent: (LaterReturn & { readonly reference: string })[] = [];
  for (const bank of banks) {
    const ofBank = laterReturns.filter(
      (one) =>
        one.bank === bank && (isQuick || bank === "razorpayx" || one.learnedBy === "webhook"),
    );
    const paid = await payThrough(world, payer, bank, ofBank.length);
    if (paid === undefined) return [`the last payouts through ${bank} were not paid`];
    sent.push(...ofBank.map((one, at) => ({ ...one, reference: paid[at] as string })));
  }
  for (const one of sent) {
    if (one.learnedBy === "status check") world.banks.loseReturnWebhooks(one.reference);
    if (one.what === "a part") world.banks.returnPart(one.bank, one.reference, partPaise);
    else world.banks.returnKeepingCharge(one.reference);
    count(world.clients, `${one.bank} returned ${one.what}, learned by ${one.learnedBy}`);
  }
  const referencesOf = (how: LaterReturn["learnedBy"]) =>
    sent.filter(({ learnedBy }) => learnedBy === how).map(({ reference }) => reference);
  if (!(await waitFor(world, referencesOf("webhook"), isBack)))
    return ["a webhook of a return was not applied"];
  if ((await countOf(referencesOf("status check"), isBack)) > 0)
    return ["a return without a webhook is known before a status check"];
  world.advanceClock(lateCheckSeconds);
  // The workers start with this check.
  await world.servers.restartAll();
  for (let run = 1; run <= lateChecksMax; run += 1) {
    if (await waitFor(world, referencesOf("status check"), isBack, lateCheckWaitSeconds)) return [];
    world.advanceClock(againAfterSeconds);
  }
  return ["a status check did not find a return"];
}

/** A check that found its provider too slow, as on a busy machine, runs again ten minutes later. */
const againAfterSeconds = 11 * 60;
const lateCheckWaitSeconds = 100;
const lateChecksMax = 6;

const isBack = "(returned_paise > 0 or returned_at is not null)";

async function countPaid(adapter: BankName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts where adapter = ${adapter} and status = 'success'
  `.execute(database());
  return rows[0]?.count ?? 0;
}

/**
 * The number of the tenant with the most money, of those whose accounts stay open and who need no
 * approval.
 */
async function findPayer({ tenants, teams, plan }: World): Promise<number | undefined> {
  let best: { readonly number: number; readonly paise: number } | undefined;
  for (const [number, tenant] of tenants.slice(0, plan.tenants - 1).entries()) {
    if (teams.some(({ owner, hasPolicy }) => hasPolicy && owner.id === tenant.id)) continue;
    const balance = await tenant.call(getBalance, {});
    const available = balance.ok ? balance.body.data.main_balance.amount : 0;
    if (available > (best?.paise ?? laterReturns.length * paise * 2))
      best = { number, paise: available };
  }
  return best?.number;
}

/**
 * Pays while the other rail is paused: a payout takes one that is not.
 * @returns the references, once all are paid; undefined if one is not.
 */
async function payThrough(
  world: World,
  tenant: number,
  bank: BankName,
  times: number,
): Promise<readonly string[] | undefined> {
  const [meera] = world.admins as [Person, Person, Person];
  const params = { id: bank === "cashfree" ? "primary" : "alternative" } as const;
  await meera.call(pauseProvider, { params, body: { reason: "Its bank called" } });
  const references: string[] = [];
  for (let number = 0; number < times; number += 1) {
    await sendPayout(world, { kind: "payout", tenant, to: "account", paise, variant: "plain" });
    const sent = world.clients.payouts.at(-1)?.acknowledgements[0]?.reference;
    if (sent !== undefined) references.push(sent);
  }
  const arePaid = await waitFor(world, references, "status = 'success'");
  await meera.call(resumeProvider, { params, body: {} });
  const areThere = references.every((one) => world.banks.paymentOf(one)?.bank === bank);
  return arePaid && areThere && references.length === times ? references : undefined;
}

/** Waits until every payout meets the condition, while the banks work. */
async function waitFor(
  { banks: bankWorld }: World,
  references: readonly string[],
  condition: string,
  seconds = secondsMax,
): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(250)) {
    await bankWorld.advance(undefined);
    if ((await countOf(references, condition)) === references.length) return true;
  }
  return false;
}

async function countOf(references: readonly string[], condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts
    where reference_id = any(${references}::text[]) and ${sql.raw(condition)}
  `.execute(database());
  return rows[0]?.count ?? 0;
}
