import { featureIds, type Feature } from "@rokad/contract/call";
import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { createSuperAdmin } from "../../identity/people/create-super-admin.ts";
import { addBankAccount } from "../../money-in/bank-accounts/add-bank-account.ts";
import { approveBankAccount } from "../../money-in/bank-accounts/review-bank-account.ts";
import { useClock } from "../../kernel/clock.ts";
import { startOfDay } from "../../kernel/days.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { database, transaction } from "../../database/db.ts";
import { initiateDeposit } from "../../money-in/deposits/initiate-deposit.ts";
import { approveDeposit } from "../../money-in/deposits/approve-deposit.ts";
import { rejectDeposit } from "../../money-in/deposits/review-deposit.ts";
import { listNotifications } from "../../identity/notifications/list-notifications.ts";
import { markReadUpTo } from "../../identity/notifications/mark-read.ts";
import { orderDigest, signAuthorisation } from "../../payouts/initiate/authorisation.ts";
import { initiatePayout } from "../../payouts/initiate-by-form.ts";
import { quotePayout } from "../../payouts/quote-payout.ts";
import { sendDuePayouts } from "../../payouts/send/payout-worker.ts";
import { setReceivingAccount } from "../../money-in/receiving-accounts/set-receiving-account.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { Person, SuperAdmin, Tenant } from "../../kernel/person.ts";
import { openTenant } from "../../tenants/accounts/open-tenant.ts";
import { hasPeople } from "./has-people.ts";
import { demoIfsc, demoMobiles } from "./demo-accounts.ts";
import { createBeneficiary } from "../../payouts/beneficiaries/save-beneficiary.ts";
import { sampleBeneficiary, sampleOrder } from "./sample-beneficiaries.ts";

const daysOfHistory = 40;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Arbitrary, but the same on every server. */
const advisoryLockKey = 7_652_318;

/**
 * Creates demo accounts with weeks of history, on an empty database only. No row is inserted
 * directly: a simulated clock steps through the days while the product's own functions request,
 * approve, hold, send and settle.
 * @param days how many days of history; a test needs few.
 */
export async function seedDemo(
  print: (line: string) => void,
  days: number = daysOfHistory,
): Promise<void> {
  // Closes the race between servers that start together: one seeds, the others wait.
  await transaction(async (lock) => {
    await sql`select pg_advisory_xact_lock(${advisoryLockKey})`.execute(lock);
    if (!(await hasPeople())) await createHistory(print, days);
  });
}

async function createHistory(print: (line: string) => void, days: number): Promise<void> {
  print("Creating demo accounts and their history …");
  const { below: random } = seededRandom(2026);
  const started = Date.now();
  let time = started - days * dayMs;
  const restoreClock = useClock(() => new Date(time));
  try {
    await createSuperAdmin({ mobile: demoMobiles.admin, name: "Demo Admin" });
    await setReceivingAccount(demoReceivingAccount);
    await openDemoTenant(demoMobiles.operator, "Demo Traders", "operator", [...featureIds]);
    await openDemoTenant(demoMobiles.retailer, "Demo Kirana", "retailer", [
      "wallet_topup",
      "create_payout",
    ]);
    const admin = (await findPerson(demoMobiles.admin)) as SuperAdmin;
    const operator = (await findPerson(demoMobiles.operator)) as Tenant;
    const retailer = (await findPerson(demoMobiles.retailer)) as Tenant;

    const businessAccount = await addAccount(operator, admin, "50200011112222", "HDFC0000060");
    const shopAccount = await addAccount(retailer, admin, "00123456789012", "SBIN0000691");
    await fundWallet(operator, admin, businessAccount, 4_00_000, "HDFCR52026101200000001");
    await fundWallet(retailer, admin, shopAccount, 40_000, "628412345678");

    for (let day = days - 1; day >= 0; day -= 1) {
      let evening = 0;
      for (const [payer, countMax, rupeesMax] of [
        [operator, 5, 11_000],
        [retailer, 2, 1_900],
      ] as const) {
        time = firstPayoutTime(day);
        const count = random(countMax + 1);
        // Today has some, also soon after midnight: on the first of a month, its figures need them.
        await payOneDay(payer, day === 0 ? Math.max(count, 2) : count, rupeesMax);
        evening = Math.max(evening, time);
      }
      // Wallet entries must stay in order of time.
      time = evening;
      if (day === 20)
        await fundWallet(operator, admin, businessAccount, 6_50_000, "HDFCR52026110100000002");
      if (day === 12) await fundWallet(retailer, admin, shopAccount, 35_000, "630599887766");
      if (day === 5) await addRejectedDeposit(retailer, admin, shopAccount, 12_000, "631100220033");
    }
    time = started - 30 * 60_000;
    await requestDeposit(operator, businessAccount, 1_50_000, "HDFCN52026112000003");
    await addAccount(operator, undefined, "0411987654", "KKBK0000430");
    for (const [tenant, count] of [
      [operator, 9],
      [retailer, 4],
    ] as const)
      for (let index = 0; index < count; index += 1)
        await transaction((db) => createBeneficiary(db, tenant, sampleBeneficiary(index)));
    await linkPayouts();
    await seedNewcomer(admin);
    await markReadExceptNewest(3, operator);
    await markReadExceptNewest(2, retailer);
    await markReadExceptNewest(2, admin);
  } finally {
    restoreClock();
  }

  /** From 10 to 13 in India on that day; for today, in the first half of the last six hours of it. */
  function firstPayoutTime(daysAgo: number): number {
    const midnight = startOfDay(todayInIndia(new Date(started - daysAgo * dayMs))).getTime();
    if (daysAgo > 0) return midnight + 10 * hourMs + random(3 * 60) * 60_000;
    const opening = Math.max(midnight, started - 6 * hourMs);
    return opening + random(Math.floor((started - opening) / 2) + 1);
  }

  /** As if the payouts had named the beneficiaries that were saved after them. */
  async function linkPayouts(): Promise<void> {
    await sql`
      insert into beneficiary_payouts (payout_id, tenant_id, beneficiary_id, destination_id, created_at)
      select payouts.id, payouts.tenant_id, beneficiary_id, destinations.id, payouts.created_at
      from payouts join payout_destinations as destinations
        on destinations.tenant_id = payouts.tenant_id and destinations.destination_hash = payouts.destination_hash
    `.execute(database());
  }

  /** A new tenant whose requests need review: first deposits, two of the same amount. */
  async function seedNewcomer(admin: SuperAdmin): Promise<void> {
    time = started - 3 * hourMs;
    await openDemoTenant(demoMobiles.newcomer, "Demo Fashions", "retailer", ["wallet_topup"]);
    const newcomer = (await findPerson(demoMobiles.newcomer)) as Tenant;
    const account = await addAccount(newcomer, admin, "00600400500300", "ICIC0000006");
    await requestDeposit(newcomer, account, 25_000, "632411880077");
    time = started - 2 * hourMs;
    await requestDeposit(newcomer, account, 25_000, "ICIC26112100000");
    time = started - 20 * 60_000;
    await addAccount(newcomer, undefined, "00600400500999", "HDFC0000060");
  }

  async function payOneDay(payer: Tenant, count: number, rupeesMax: number): Promise<void> {
    for (let at = 0; at < count && time < started - 2 * sandboxSettleMs; at += 1) {
      // About one payout in eight fails or is returned.
      const beneficiary = random(8) === 0 ? 9 + random(3) : random(9);
      await pay(payer, beneficiary, 150 + random(rupeesMax * 100) / 100);
      await sendAllDue();
      time += sandboxSettleMs + random(900);
      await sendAllDue();
      time += Math.min((2 + random(40)) * 60_000, (started - time) / 2);
    }
    // Long enough for the sandbox to return payouts.
    time = Math.min(time + 60_000, started);
    await sendAllDue();
  }
}

const demoReceivingAccount = {
  label: "Demo collections",
  account_holder_name: "Rokad Demo Collections",
  account_number: "000000000042",
  ifsc_code: demoIfsc,
  bank_name: "Demo Bank (not a real bank)",
  branch_name: "Sandbox",
  settles_provider: null,
};

/** Longer than the sandbox's default delay. With a longer delay the worker settles later. */
const sandboxSettleMs = 2_000;

async function sendAllDue(): Promise<void> {
  while ((await sendDuePayouts({ leaseSeconds: 30 })) > 0);
}

function openDemoTenant(
  mobile: string,
  name: string,
  role: "operator" | "retailer",
  features: Feature[],
) {
  return transaction((db) =>
    openTenant(db, { mobile, name, role, features, allowedProviders: ["primary"] }),
  );
}

/** A founder of the demo, or a super admin. */
async function findPerson(mobile: string): Promise<Person> {
  const { id, name, tenantName, role, features, providers } = await database()
    .selectFrom("people")
    .leftJoin("tenants", "tenants.id", "people.id")
    .select(["people.id", "people.name", "tenants.name as tenantName", "role", "features"])
    .select("allowed_providers as providers")
    .where("people.mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  const member = { id, name, mobile, roles: ["owner"] } as const;
  if (role === null) return { role: "superadmin", sessionId: "demo", member };
  return {
    tenantId: id,
    name: tenantName ?? name,
    mobile,
    role: role as Tenant["role"],
    sessionId: "demo",
    member,
    features: features as Feature[],
    allowedProviders: providers as Tenant["allowedProviders"],
  };
}

async function addAccount(
  tenant: Tenant,
  admin: SuperAdmin | undefined,
  number: string,
  ifsc: string,
) {
  const account = await transaction((db) =>
    addBankAccount(db, tenant, {
      account_holder_name: tenant.name,
      account_number: number,
      ifsc_code: ifsc,
      bank_name: bankNames[ifsc.slice(0, 4)] ?? "Sample Bank",
      branch_name: "Sample Road",
      account_type: "current",
    }),
  );
  if (admin) await approveBankAccount(admin, account._id, undefined);
  return account._id;
}

const bankNames: Readonly<Record<string, string>> = {
  HDFC: "HDFC Bank",
  SBIN: "State Bank of India",
  KKBK: "Kotak Mahindra Bank",
  ICIC: "ICICI Bank",
};

function requestDeposit(tenant: Tenant, bankAccount: string, amount: number, utr: string) {
  return transaction((db) =>
    initiateDeposit(db, tenant, { bank_account: bankAccount, amount, utr_reference: utr }),
  );
}

async function fundWallet(
  tenant: Tenant,
  admin: SuperAdmin,
  account: string,
  amount: number,
  utr: string,
) {
  const deposit = await requestDeposit(tenant, account, amount, utr);
  await approveDeposit(admin, deposit._id, undefined);
}

async function addRejectedDeposit(
  tenant: Tenant,
  admin: SuperAdmin,
  account: string,
  amount: number,
  utr: string,
) {
  const deposit = await requestDeposit(tenant, account, amount, utr);
  await rejectDeposit(admin, deposit._id, "We did not receive this transfer");
}

/** Marks older notifications as read, as a regular user would. */
async function markReadExceptNewest(newest: number, person: Person): Promise<void> {
  const { next } = await listNotifications(person, { limit: newest });
  const { data } = await listNotifications(person, { before: next ?? undefined, limit: 1 });
  if (data[0]) await markReadUpTo(person, data[0].id);
}

async function pay(payer: Tenant, beneficiary: number, rupees: number): Promise<void> {
  const order = sampleOrder(beneficiary, Math.round(rupees * 100) / 100);
  const quote = quotePayout(order.amount, await readSettings());
  const token = signAuthorisation({
    personId: payer.tenantId,
    orderDigest: orderDigest(order),
    feePaise: quote.feePaise,
    gstPaise: quote.gstPaise,
  });
  await initiatePayout(payer, { ...order, authorization_token: token }, undefined);
}
