import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { featureIds, type Call } from "@rokad/contract/call";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { listReceivingAccounts } from "@rokad/contract/receiving-accounts";
import { createTenant } from "@rokad/contract/tenants";
import { openVirtualAccount } from "@rokad/contract/virtual-accounts";
import { createSuperAdmin } from "../apps/server/src/identity/people/create-super-admin.ts";
import { useClock } from "../apps/server/src/kernel/clock.ts";
import { closeDatabase, openDatabase } from "../apps/server/src/database/db.ts";
import { addedLongAgo } from "../apps/server/test/added-long-ago.ts";
import { accountForm } from "../apps/server/test/forms.ts";
import { addAccountTogether, changeSettingsTogether } from "./change-settings.ts";
import { openBanks } from "./banks.ts";
import { openApiClient, openFileClient, type ApiResult } from "./api-client.ts";
import { startDatabase } from "./database.ts";
import { count, emptyClientRecords } from "./client-records.ts";
import { recordOpenings } from "./record-own-money.ts";
import { openPerson, type Person } from "./person.ts";
import { openPhones } from "./phones.ts";
import type { Plan } from "./plan.ts";
import { openRecorder } from "./recording/open-recorder.ts";
import { environmentOf } from "./server-environment.ts";
import { startServers } from "./servers.ts";
import { settingsOf } from "./settings.ts";
import { openPrograms } from "./programs.ts";
import { openTeams } from "./teams.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

export interface SimulatedTenant extends Person {
  readonly id: string;
  /** The tenant's first bank account, from which it also transfers. */
  readonly account: { readonly id: string; readonly number: string; readonly ifsc: string };
}

/** A request that got no answer: its client repeats it with the same key at the end. */
interface UnansweredRequest {
  readonly key: string;
  /** The client's id. */
  readonly tenant: string;
  readonly repeat: () => Promise<void>;
}

/**
 * Starts PostgreSQL, both providers, the SMS gateway and four server processes, and creates super
 * admins and funded tenants with the product's own calls.
 */
export async function openWorld(plan: Plan, log: (line: string) => void) {
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(plan, log, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** @param opened collects what to close, last first, even if a later step fails. */
async function openAll(plan: Plan, log: (line: string) => void, opened: AsyncDisposableStack) {
  const clients = emptyClientRecords();
  const unanswered: UnansweredRequest[] = [];
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const startedAt = clock();
  opened.defer(useClock(clock));
  const database = await startDatabase();
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
  opened.defer(servers.killAll);
  log("Started PostgreSQL, two providers, an SMS gateway, 2 API and 2 worker processes");
  const recorder = openRecorder(join(recordsFolder(plan), "observations.jsonl"));
  opened.defer(recorder.close);
  let reader: Awaited<ReturnType<typeof startServers>> | undefined;
  const ports = () => (reader ?? servers).ports;
  const callApi = openApiClient({
    ports,
    secondsMax: () => (reader === undefined ? 20 : 1),
    onAnomaly: (description) => void clients.anomalies.push(description),
    onLost: () => count(clients, "requests without a response, repeated"),
  });
  let numbers = 0;
  const newNumber = (digits: number) => String((numbers += 1)).padStart(digits, "0");
  const newMobile = () => `98${newNumber(8)}`;
  /** Every third one is an IMPS number, and every second of these begins with a zero. */
  const newUtr = () =>
    numbers % 3 === 0
      ? `${numbers % 2 === 0 ? 0 : 4}${String(plan.seed % 100).padStart(2, "0")}${newNumber(9)}`
      : `SIMUTR${plan.seed % 1000}${newNumber(10)}`;
  const newAccountNumber = () => `0031${newNumber(8)}`;
  const downloadFile = openFileClient(ports);
  const { observe } = recorder;
  const person = (mobile: string, business = mobile) =>
    openPerson(mobile, { callApi, downloadFile, phones, observe, business });

  async function succeed<T>(call: Promise<{ ok: boolean } & T>): Promise<Extract<T, { ok: true }>> {
    const result = await call;
    if (!result.ok)
      throw new Error(`The setup of the simulation failed: ${JSON.stringify(result)}`);
    return result as Extract<T, { ok: true }>;
  }

  /** Like `succeed`, but accepts a 409 after a lost response: the first request succeeded. */
  async function succeedOnce<C extends Call>(call: Promise<ApiResult<C>>): Promise<void> {
    const result = await call;
    if (!result.ok && !(result.lostBefore && result.status === 409))
      await succeed(Promise.resolve(result));
  }

  async function superAdmin(name: string): Promise<Person> {
    const mobile = newMobile();
    await createSuperAdmin({ mobile, name });
    // One who was just added is no second person.
    await addedLongAgo(mobile);
    return person(mobile);
  }

  /** They sign corrections and closings, with codes of their own. */
  const signers = [
    await superAdmin("Asha Nair"),
    await superAdmin("Kiran Shah"),
    await superAdmin("Leela Das"),
    await superAdmin("Omar Khan"),
  ];
  const admins = [
    await superAdmin("Meera Iyer"),
    await superAdmin("Ravi Menon"),
    await superAdmin("Farah Khan"),
  ];
  const boss = admins[0] as Person;
  const changes = settingsOf(plan);
  const second = admins[1] as Person;
  await changeSettingsTogether(boss, second, changes);

  for (const label of ["First account", "Second account"]) {
    const body = {
      label,
      account_holder_name: "Simulated Collections",
      account_number: newAccountNumber(),
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
    };
    await addAccountTogether(boss, second, body);
  }
  // After a lost response the account is in the list all the same.
  const listed = await succeed(boss.call(listReceivingAccounts, {}));
  const { accounts } = listed.body.data;
  const accountIds = accounts.map(({ id }) => id);
  if (accountIds.length !== 2) throw new Error("The receiving accounts were not added");
  await recordOpenings(boss, banks);
  /** The account in which a transfer arrives or that it leaves, by its UTR. */
  const receivingAccountOf = (utr: string) =>
    accountIds[Number(utr.at(-1)) % accountIds.length] as string;

  async function tenant(number: number): Promise<SimulatedTenant> {
    const mobile = newMobile();
    const body = {
      name: `Simulated Traders ${number}`,
      phone: mobile,
      password: "Correct-horse-9",
      role: "operator" as const,
      features: [...featureIds],
      allowed_providers: ["primary" as const, "alternative" as const],
    };
    const { body: created } = await succeed(
      boss.call(createTenant, { body }, { key: randomUUID() }),
    );
    const id = created.data._id;
    clients.expectedStates.push({ table: "tenants", id, states: [mobile], at: Date.now() });
    const me = person(mobile);
    const form = accountForm(newAccountNumber());
    const added = await succeed(me.call(addBankAccount, { body: form }, { key: randomUUID() }));
    const account = added.body.data._id;
    await succeedOnce(boss.call(approveBankAccount, { params: { id: account }, body: {} }));
    clients.expectedStates.push({
      table: "bank_accounts",
      id: account,
      states: ["approved"],
      at: Date.now(),
    });
    const utr = newUtr();
    const paise = number === 0 ? 2_00_000_00 : 40_000_00;
    // The second tenant's first transfer arrives with less than requested.
    const arrived = number === 1 ? paise - 50 : paise;
    const receiving = receivingAccountOf(utr);
    banks.receiving.receive(receiving, utr, arrived);
    const deposit = await succeed(
      me.call(
        initiateDeposit,
        {
          body: {
            bank_account: account,
            amount: paise / 100,
            utr_reference: utr,
            receiving_account: receiving,
          },
        },
        { key: randomUUID() },
      ),
    );
    const depositId = deposit.body.data._id;
    const differs = arrived !== paise && {
      received_amount: arrived / 100,
      amount_reason: "Charges",
    };
    const approval = { params: { id: depositId }, body: { ...differs } };
    await succeedOnce(boss.call(approveDeposit, approval));
    clients.deposits.push({
      utr,
      tenant: id,
      paise,
      acknowledgements: [{ id: depositId, at: Date.now() }],
      rejection: undefined,
      decisions: [{ outcome: "credited", at: Date.now() }],
    });
    for (const provider of ["razorpayx", "cashfree"])
      await succeedOnce(boss.call(openVirtualAccount, { params: { id }, body: { provider } }));
    const { account_number: own, ifsc_code: ifsc } = form;
    return { ...me, id, account: { id: account, number: own, ifsc } };
  }

  const tenants = await Promise.all(
    Array.from({ length: plan.tenants + 1 }, (_, number) => tenant(number)),
  );
  const teams = await openTeams({ tenants, newMobile, person, record: recorder.record });
  const programs = await openPrograms({ tenants, callApi, observe });
  log(`${tenants.length} funded tenants and ${admins.length} super admins have signed in`);

  return {
    plan,
    clients,
    unanswered,
    database,
    logs,
    banks,
    phones,
    servers,
    recorder,
    startedAt,
    callApi,
    admins,
    signers,
    /** The last one takes part in no event: its account is closed at the end. */
    tenants,
    /** The businesses of several people. */
    teams,
    /** Programs with API keys; the payouts of the first one's business wait for funds. */
    programs,
    /** The ids of closed tenants, who can't sign in any more. */
    closed: new Set<string>(),
    /** The ids of the receiving accounts. */
    receivingAccounts: accountIds,
    receivingAccountOf,
    /** The number of a receiving account, as a provider's list names the payer. */
    receivingNumberOf: (id: string) => accounts.find((one) => one.id === id)?.account_number ?? "",
    newUtr,
    newAccountNumber,
    now: clock,
    env,
    /** Sends every call to a server of another database while `read` runs. */
    async withReader<T>(databaseUrl: string, read: () => Promise<T>): Promise<T> {
      const readerEnv = { ...env, DATABASE_URL: databaseUrl };
      const counts = { api: 1, worker: 0 };
      reader = await startServers({ env: readerEnv, logs, aheadMs: () => aheadMs, counts });
      try {
        return await read();
      } finally {
        reader.killAll();
        reader = undefined;
      }
    },
    /** Moves the clock of the servers, the providers and this process. */
    advanceClock(seconds: number): void {
      aheadMs += seconds * 1_000;
      servers.sendClock();
    },
    onClose: (cleanUp: () => Promise<void>) => opened.defer(cleanUp),
    close: () => opened.disposeAsync(),
  };
}

/** The folder for the records of a run. */
export function recordsFolder({ seed }: Plan): string {
  return join(import.meta.dirname, `../.cache/simulation/${seed}`);
}
