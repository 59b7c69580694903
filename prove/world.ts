import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { featureIds, type Call } from "@rokad/contract/call";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { changeSettings } from "@rokad/contract/settings";
import { createTenant } from "@rokad/contract/tenants";
import { openVirtualAccount } from "@rokad/contract/virtual-accounts";
import { openSuperAdmin } from "../apps/server/src/admin.ts";
import { useClock } from "../apps/server/src/clock.ts";
import { closeDatabase, openDatabase } from "../apps/server/src/db.ts";
import { farCredentials } from "../apps/server/test/far-rails.ts";
import { accountForm } from "../apps/server/test/forms.ts";
import { msg91Key } from "../apps/server/test/stand-ins/msg91.ts";
import { openBanks } from "./banks.ts";
import { openCaller, type Heard } from "./caller.ts";
import { openProveDatabase } from "./database.ts";
import { count, emptyJournal } from "./journal.ts";
import { openPerson, type Person } from "./person.ts";
import { openPhones } from "./phone.ts";
import type { Plan } from "./plan.ts";
import { startServers } from "./servers.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

export interface TenantInPlay extends Person {
  readonly id: string;
  /** Their first bank account: its row, and its number, from which they also transfer. */
  readonly account: { readonly id: string; readonly number: string; readonly ifsc: string };
}

/** From this amount on two super admins must approve a deposit. */
const secondApprovalPaise = 2_00_000_00;

const settings: readonly (readonly [key: string, seen: unknown, value: unknown])[] = [
  ["second_approval_above_paise", null, secondApprovalPaise],
  ["outcome_decision_hours", 72, 1],
  ["sign_in_codes_per_hour", 10, 1_000],
  ["payout_codes_per_hour", 60, 10_000],
  ["code_calls_per_address_per_hour", 600, 1_00_000],
];

/**
 * PostgreSQL, both providers, the SMS gateway, four server processes, and people with money: all
 * that a plan is played in, made by the product's own calls.
 */
export async function openWorld(plan: Plan, tell: (line: string) => void) {
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(plan, tell, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** @param opened what is closed in the end, the last first, however far this comes. */
async function openAll(plan: Plan, tell: (line: string) => void, opened: AsyncDisposableStack) {
  const journal = emptyJournal();
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  opened.defer(useClock(clock));
  const database = await openProveDatabase();
  opened.defer(database.close);
  const logs = join(database.dataDir, "logs");
  mkdirSync(logs);
  const banks = await openBanks(clock);
  opened.defer(banks.close);
  const phones = await openPhones();
  opened.defer(phones.gateway.close);
  openDatabase(database.url, { connections: 4 });
  opened.defer(closeDatabase);
  const env = environmentOf(plan.seed, database.url, banks.baseUrls, phones.gateway.url);
  const servers = await startServers({ env, logs, aheadMs: () => aheadMs });
  opened.defer(servers.abandon);
  tell("PostgreSQL, two providers, an SMS gateway, 2 api and 2 worker processes are up");
  const ask = openCaller({
    ports: () => servers.ports,
    onSurprise: (what) => void journal.surprises.push(what),
    onLost: () => count(journal, "requests without an answer, repeated"),
  });
  let numbers = 0;
  const newNumber = (digits: number) => String((numbers += 1)).padStart(digits, "0");
  const newMobile = () => `98${newNumber(8)}`;
  const newUtr = () => `PRUTR${plan.seed % 1000}${newNumber(10)}`;
  const newAccountNumber = () => `0031${newNumber(8)}`;
  const person = (mobile: string) => openPerson(mobile, { ask, phones });

  async function must<T>(what: Promise<{ ok: boolean } & T>): Promise<Extract<T, { ok: true }>> {
    const heard = await what;
    if (!heard.ok) throw new Error(`The world could not be made: ${JSON.stringify(heard)}`);
    return heard as Extract<T, { ok: true }>;
  }

  /** As `must`, for what need not be heard: a repeat of what was done is refused. */
  async function mustBeDone<C extends Call>(what: Promise<Heard<C>>): Promise<void> {
    const heard = await what;
    if (!heard.ok && !(heard.lostBefore && heard.status === 409))
      await must(Promise.resolve(heard));
  }

  async function superAdmin(name: string): Promise<Person> {
    const mobile = newMobile();
    await openSuperAdmin({ mobile, name });
    return person(mobile);
  }

  const admins = [
    await superAdmin("Meera Iyer"),
    await superAdmin("Ravi Menon"),
    await superAdmin("Farah Khan"),
  ];
  const boss = admins[0] as Person;
  const changes = settings.map(([key, seen, value]) => ({ key, seen, value }));
  await mustBeDone(boss.call(changeSettings, { body: { changes: changes as never } }));

  async function tenant(number: number): Promise<TenantInPlay> {
    const mobile = newMobile();
    const body = {
      name: `Prove Traders ${number}`,
      phone: mobile,
      password: "Correct-horse-9",
      role: "operator" as const,
      features: [...featureIds],
      allowed_providers: ["primary" as const, "alternative" as const],
    };
    const { body: made } = await must(boss.call(createTenant, { body }, { key: randomUUID() }));
    const id = made.data._id;
    journal.facts.push({ table: "people", id, states: [mobile], at: Date.now() });
    const me = person(mobile);
    const form = accountForm(newAccountNumber());
    const added = await must(me.call(addBankAccount, { body: form }, { key: randomUUID() }));
    const account = added.body.data._id;
    await mustBeDone(boss.call(approveBankAccount, { params: { id: account }, body: {} }));
    journal.facts.push({
      table: "bank_accounts",
      id: account,
      states: ["approved"],
      at: Date.now(),
    });
    const utr = newUtr();
    const paise = number === 0 ? 2_00_000_00 : 40_000_00;
    banks.receiving.take(utr, paise);
    const deposit = await must(
      me.call(
        initiateDeposit,
        { body: { bank_account: account, amount: paise / 100, utr_reference: utr } },
        { key: randomUUID() },
      ),
    );
    const depositId = deposit.body.data._id;
    await mustBeDone(boss.call(approveDeposit, { params: { id: depositId }, body: {} }));
    journal.deposits.push({
      utr,
      tenant: id,
      paise,
      yes: [{ id: depositId, at: Date.now() }],
      no: undefined,
      decisions: [{ outcome: "credited", at: Date.now() }],
    });
    for (const provider of ["razorpayx", "cashfree"])
      await mustBeDone(boss.call(openVirtualAccount, { params: { id }, body: { provider } }));
    const { account_number: own, ifsc_code: ifsc } = form;
    return { ...me, id, account: { id: account, number: own, ifsc } };
  }

  const tenants = await Promise.all(
    Array.from({ length: plan.tenants }, (_, number) => tenant(number)),
  );
  tell(`${tenants.length} tenants with money and ${admins.length} super admins have signed in`);

  return {
    plan,
    journal,
    database,
    logs,
    banks,
    phones,
    servers,
    ask,
    admins,
    tenants,
    newUtr,
    newAccountNumber,
    now: clock,
    env,
    /** For all: the servers, the providers and everything that is dated here. */
    pass(seconds: number): void {
      aheadMs += seconds * 1_000;
      servers.tellTime();
    },
    /** Something that is over with it as well. */
    atClose: (work: () => Promise<void>) => opened.defer(work),
    close: () => opened.disposeAsync(),
  };
}

/** What the servers are started with: nothing of the caller's environment is among it. */
function environmentOf(
  seed: number,
  url: string,
  baseUrls: Readonly<Record<"razorpayx" | "cashfree", string>>,
  gatewayUrl: string,
): Record<string, string> {
  const secret = createHash("sha256").update(`prove ${seed}`).digest("hex");
  return {
    NODE_ENV: "development",
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: "8",
    APP_SECRET: secret,
    ENCRYPTION_KEY: secret,
    DEMO_ACCOUNTS: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    SMS_PROVIDER: "msg91",
    MSG91_BASE_URL: gatewayUrl,
    MSG91_AUTH_KEY: msg91Key,
    DLT_ENTITY_ID: "1101160000000012345",
    DLT_HEADER: "ROKADP",
    MSG91_SIGN_IN_TEMPLATE_ID: "m91signin",
    MSG91_PAYOUT_TEMPLATE_ID: "m91payout",
    MSG91_DECISION_TEMPLATE_ID: "m91decision",
    PRIMARY_PROVIDER: "razorpayx",
    ALTERNATIVE_PROVIDER: "cashfree",
    RAZORPAYX_BASE_URL: baseUrls.razorpayx,
    CASHFREE_BASE_URL: baseUrls.cashfree,
    ...farCredentials,
    PROVIDER_TIMEOUT_MS: "700",
    CLAIM_SECONDS: "5",
    WORKER_POLL_MS: "60",
    SHUTDOWN_SECONDS: "90",
  };
}
