import { featureIds, type Feature } from "@rokad/contract/call";
import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { openSuperAdmin } from "../admin.ts";
import { addBankAccount } from "../bank-accounts/add-bank-account.ts";
import { approveBankAccount } from "../bank-accounts/review-bank-account.ts";
import { useClock } from "../clock.ts";
import { startOfDay } from "../days.ts";
import { database, transaction } from "../db.ts";
import { initiateDeposit } from "../deposits/initiate-deposit.ts";
import { approveDeposit, rejectDeposit } from "../deposits/review-deposit.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { markReadUpTo } from "../notifications/mark-read.ts";
import { orderDigest, signAuthorisation } from "../payouts/authorisation.ts";
import { initiatePayout } from "../payouts/initiate-payout.ts";
import { quotePayout } from "../payouts/quote-payout.ts";
import { workOnce } from "../payouts/worker.ts";
import { setReceivingAccount } from "../platform/set-receiving-account.ts";
import { readSettings } from "../platform/settings.ts";
import type { Person, SuperAdmin, Tenant } from "../sign-in/person.ts";
import { openTenant } from "../tenants/open-tenant.ts";
import { seededRandom } from "./seeded-random.ts";
import { sampleOrder } from "./sample-beneficiaries.ts";

const daysOfHistory = 40;
const dayMs = 24 * 60 * 60 * 1000;
/** Any number will do, as long as every server takes the same one. */
const lockNumber = 7_652_318;

/**
 * Demo accounts with some weeks of history, on an empty database only. Nothing is inserted as
 * a finished row: a clock that starts weeks ago steps through the days while the product's own
 * verbs ask, approve, hold, send and settle.
 */
export async function seedDemo(print: (line: string) => void): Promise<void> {
  if (await hasPeople()) return;
  // Of several servers that start at once, one makes it and the others wait for it.
  await transaction(async (lock) => {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(lock);
    if (!(await hasPeople())) await makeHistory(print);
  });
}

async function makeHistory(print: (line: string) => void): Promise<void> {
  print("Making the demo accounts and their history …");
  const random = seededRandom(2026);
  const started = Date.now();
  let time = started - daysOfHistory * dayMs;
  const restoreClock = useClock(() => new Date(time));
  try {
    await openSuperAdmin({ mobile: "9000000001", name: "Demo Admin" });
    await setReceivingAccount(demoReceivingAccount);
    await openDemoTenant("9000000002", "Demo Traders", "operator", [...featureIds]);
    await openDemoTenant("9000000003", "Demo Kirana", "retailer", [
      "wallet_topup",
      "create_payout",
    ]);
    const admin = (await personWith("9000000001")) as SuperAdmin;
    const operator = (await personWith("9000000002")) as Tenant;
    const retailer = (await personWith("9000000003")) as Tenant;

    const businessAccount = await addAccount(operator, admin, "50200011112222", "HDFC0000060");
    const shopAccount = await addAccount(retailer, admin, "00123456789012", "SBIN0000691");
    await fund(operator, admin, businessAccount, 4_00_000, "HDFCR52026101200000001");
    await fund(retailer, admin, shopAccount, 40_000, "628412345678");

    for (let day = daysOfHistory - 1; day >= 0; day -= 1) {
      let evening = 0;
      for (const [payer, most, upTo] of [
        [operator, 5, 11_000],
        [retailer, 2, 1_900],
      ] as const) {
        time = openingTime(started, day) + random(3 * 60) * 60_000;
        await payDay(payer, random(most + 1), upTo);
        evening = Math.max(evening, time);
      }
      // No wallet's time runs backwards.
      time = evening;
      if (day === 20)
        await fund(operator, admin, businessAccount, 6_50_000, "HDFCR52026110100000002");
      if (day === 12) await fund(retailer, admin, shopAccount, 35_000, "630599887766");
      if (day === 5) await refuse(retailer, admin, shopAccount, 12_000, "631100220033");
    }
    time = started - 30 * 60_000;
    await requestDeposit(operator, businessAccount, 1_50_000, "HDFCN52026112000003");
    await addAccount(operator, undefined, "0411987654", "KKBK0000430");
    await seedNewcomer(admin);
    await readAllBut(3, operator);
    await readAllBut(2, retailer);
    await readAllBut(2, admin);
  } finally {
    restoreClock();
  }

  /** Somebody new whose requests make a reviewer look twice: the first ones, two of them alike. */
  async function seedNewcomer(admin: SuperAdmin): Promise<void> {
    time = started - 3 * 60 * 60_000;
    await openDemoTenant("9000000004", "Demo Fashions", "retailer", ["wallet_topup"]);
    const newcomer = (await personWith("9000000004")) as Tenant;
    const account = await addAccount(newcomer, admin, "00600400500300", "ICIC0000006");
    await requestDeposit(newcomer, account, 25_000, "632411880077");
    time = started - 2 * 60 * 60_000;
    await requestDeposit(newcomer, account, 25_000, "ICIC26112100000");
    time = started - 20 * 60_000;
    await addAccount(newcomer, undefined, "00600400500999", "HDFC0000060");
  }

  async function payDay(payer: Tenant, count: number, rupeesMax: number): Promise<void> {
    for (let at = 0; at < count && time < started - 10 * 60_000; at += 1) {
      // Most beneficiaries are paid; about one in eight reaches an unhappy end.
      const which = random(8) === 0 ? 9 + random(3) : random(9);
      await pay(payer, which, 150 + random(rupeesMax * 100) / 100);
      await work();
      time += sandboxSettleMs + random(900);
      await work();
      time += (2 + random(40)) * 60_000;
    }
    // Long enough for a bank to return what it returns.
    time = Math.min(time + 60_000, started);
    await work();
  }
}

/** No bank has these letters, so that nobody's real money can go there. */
const demoReceivingAccount = {
  account_holder_name: "Rokad Demo Collections",
  account_number: "000000000042",
  ifsc_code: "DEMO0000042",
  bank_name: "Demo Bank (not a real bank)",
  branch_name: "Sandbox",
};

/** Longer than the sandbox takes by default; a slower one settles when the real worker runs. */
const sandboxSettleMs = 2_000;

async function work(): Promise<void> {
  while ((await workOnce({ claimSeconds: 30 })) > 0);
}

/** When a shop in India opens on a day so many days ago; today, some hours ago. */
function openingTime(started: number, daysAgo: number): number {
  const day = todayInIndia(new Date(started - daysAgo * dayMs));
  const midnight = startOfDay(day).getTime();
  return daysAgo === 0
    ? Math.max(midnight, started - 6 * 60 * 60_000)
    : midnight + 10 * 60 * 60_000;
}

async function hasPeople(): Promise<boolean> {
  const person = await database().selectFrom("people").select("id").limit(1).executeTakeFirst();
  return person !== undefined;
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

async function personWith(mobile: string): Promise<Person> {
  const row = await database()
    .selectFrom("people")
    .select(["id", "name", "mobile", "role", "features", "allowed_providers"])
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    sessionId: "demo",
    features: row.features as Feature[],
    allowedProviders: row.allowed_providers as Person["allowedProviders"],
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

async function fund(
  tenant: Tenant,
  admin: SuperAdmin,
  account: string,
  amount: number,
  utr: string,
) {
  const deposit = await requestDeposit(tenant, account, amount, utr);
  await approveDeposit(admin, deposit._id, undefined);
}

async function refuse(
  tenant: Tenant,
  admin: SuperAdmin,
  account: string,
  amount: number,
  utr: string,
) {
  const deposit = await requestDeposit(tenant, account, amount, utr);
  await rejectDeposit(admin, deposit._id, "We did not receive this transfer");
}

/** As people do who look in now and then. */
async function readAllBut(newest: number, person: Person): Promise<void> {
  const { next } = await listNotifications(person, { limit: newest });
  const { data } = await listNotifications(person, { before: next ?? undefined, limit: 1 });
  if (data[0]) await markReadUpTo(person, data[0].id);
}

async function pay(payer: Tenant, which: number, rupees: number): Promise<void> {
  const order = sampleOrder(which, Math.round(rupees * 100) / 100);
  const quote = quotePayout(order.amount, await readSettings());
  const token = signAuthorisation({
    personId: payer.id,
    orderDigest: orderDigest(order),
    feePaise: quote.feePaise,
    gstPaise: quote.gstPaise,
  });
  await initiatePayout(payer, { ...order, authorization_token: token }, undefined);
}
