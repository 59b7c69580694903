import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { featureIds, type Feature } from "@rokad/contract/call";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { limits } from "@rokad/contract/limits";
import type { InstallationRole, TenantRole } from "@rokad/contract/roles";
import { createTenant } from "@rokad/contract/tenants";
import { addedLongAgo, joinedLongAgo } from "./added-long-ago.ts";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { addMember } from "../src/identity/members/add-member.ts";
import { createApp } from "../src/app.ts";
import { now, useClock } from "../src/kernel/clock.ts";
import { readConfig } from "../src/kernel/config.ts";
import { closeDatabase, database, openDatabase, transaction } from "../src/database/db.ts";
import { writeRequests } from "../src/identity/api-keys/request-log.ts";
import { verifyQueue } from "../src/payouts/send/verify-queue.ts";
import { verifyBooks } from "../src/ledger/verify.ts";
import { verifyRollups } from "../src/rollups/verify-rollups.ts";
import { runDueWork } from "../src/background-work.ts";
import { writeMeasurements } from "../src/providers/measurements.ts";
import { composePlatform } from "../src/compose-platform.ts";
import { clearProviderStatuses } from "../src/payouts/provider-status.ts";
import { callerOf } from "./caller.ts";
import { cloneDatabase } from "./clone-database.ts";
import { accountForm } from "./forms.ts";
import { testEncryptionKey } from "./encryption-key.ts";
import { joinTo, newestCode, signInTo, type SignedIn } from "./signed-in.ts";

/** How long an access token of a super admin lasts. */
const tokenMs = 15 * 60_000;

interface TenantStory {
  readonly name?: string;
  /** As `"₹10,000"`: it gets there by deposits that a super admin approves. */
  readonly wallet?: string;
  /** Every one, unless told. */
  readonly features?: readonly Feature[];
  readonly allowedProviders?: readonly ("primary" | "alternative")[];
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * The whole server on a database of its own, with the sandbox standing in for SMS and banks.
 * People come by the product's own calls, and each answer is compared with the contract.
 */
export async function openWorld() {
  const { url, drop } = await cloneDatabase();
  openDatabase(url, { connections: 10 });
  // The worlds of one test process share its modules: another database's statuses would last a second.
  clearProviderStatuses();
  const config = readConfig({
    NODE_ENV: "test",
    APP_SECRET: "a secret that only tests ever know of",
    ENCRYPTION_KEY: testEncryptionKey,
    LOG_LEVEL: "info",
    SANDBOX_SETTLE_MS: "0",
    // Not the checkout's `.data`, which is there once the program was started in it.
    DATA_DIR: joinPath(tmpdir(), "rokad-has-no-data"),
  });
  await composePlatform(config, () => undefined);
  const wrongAnswers: string[] = [];
  const app = await createApp(config, { onContractViolation: (what) => wrongAnswers.push(what) });
  const check = () => {
    if (wrongAnswers.length > 0) throw new Error(wrongAnswers.splice(0).join("\n"));
  };
  const anyone = callerOf(app, undefined, check);
  let made = 0;
  const newNumber = (digits: number) => String((made += 1)).padStart(digits, "0");
  const newMobile = () => `9${newNumber(9)}`;
  const newUtr = () => `UTR${newNumber(12)}`;
  const newAccountNumber = () => `00${newNumber(10)}`;
  const signIn = (mobile: string) => signInTo(app, mobile, check);
  const join = (mobile: string, name?: string) => joinTo(app, mobile, check, name);
  let firstAdmin: { readonly signedInAt: number; readonly person: Promise<SignedIn> } | undefined;

  /** The one who reviews; the same each time. */
  async function superAdmin(): Promise<SignedIn> {
    const at = now().getTime();
    if (!firstAdmin) firstAdmin = { signedInAt: at, person: newSuperAdmin("Meera Iyer") };
    // A test may have moved the clock beyond the access token.
    else if (at - firstAdmin.signedInAt > tokenMs / 2)
      firstAdmin = {
        signedInAt: at,
        person: firstAdmin.person.then(({ mobile }) => signIn(mobile)),
      };
    return firstAdmin.person;
  }

  /** Another super admin, old enough to be a second person. */
  async function newSuperAdmin(
    name: string,
    roles?: readonly InstallationRole[],
  ): Promise<SignedIn> {
    const accomplice = await superAdminAddedNow(name, roles);
    await addedLongAgo(accomplice.mobile);
    return accomplice;
  }

  /** A super admin who is too new to be a second person. */
  async function superAdminAddedNow(
    name: string,
    roles?: readonly InstallationRole[],
  ): Promise<SignedIn> {
    const mobile = newMobile();
    await createSuperAdmin({ mobile, name, ...(roles && { roles }) });
    return signIn(mobile);
  }

  async function tenant(role: "operator" | "retailer", story: TenantStory): Promise<SignedIn> {
    const phone = newMobile();
    const boss = await superAdmin();
    await boss.ask(createTenant, {
      body: {
        name: story.name ?? "Sharma Traders",
        phone,
        password: "Correct-horse-9",
        role,
        features: [...(story.features ?? featureIds)],
        allowed_providers: [...(story.allowedProviders ?? ["primary" as const])],
      },
    });
    const caller = await signIn(phone);
    await joinedLongAgo(caller.id, caller.id);
    if (story.wallet) await fund(caller, Number(story.wallet.replaceAll(/[₹,]/g, "")));
    return caller;
  }

  /** A new person with these roles in a business, signed in to it. */
  async function member(
    owner: SignedIn,
    roles: readonly TenantRole[],
    name = "Priya Nair",
  ): Promise<SignedIn> {
    const mobile = newMobile();
    const id = await transaction((db) => addMember(db, null, owner.id, { mobile, name, roles }));
    await joinedLongAgo(owner.id, id);
    return signIn(mobile);
  }

  /** The id of a whitelisted bank account of the tenant's. */
  async function approvedAccount(owner: SignedIn): Promise<string> {
    const { data } = await owner.ask(addBankAccount, { body: accountForm(newAccountNumber()) });
    const boss = await superAdmin();
    await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
    return data._id;
  }

  /** A deposit that waits for a decision. */
  async function requestDeposit(owner: SignedIn, rupees: number, account?: string) {
    const bank_account = account ?? (await approvedAccount(owner));
    const body = { bank_account, amount: rupees, utr_reference: newUtr() };
    return (await owner.ask(initiateDeposit, { body })).data;
  }

  /** Puts rupees into a wallet, in deposits of at most the limit. */
  async function fund(owner: SignedIn, rupees: number): Promise<void> {
    const account = await approvedAccount(owner);
    const boss = await superAdmin();
    const most = limits.depositPaiseMax / 100;
    for (let left = rupees; left > 0; left -= most) {
      const deposit = await requestDeposit(owner, Math.min(left, most), account);
      await boss.ask(approveDeposit, { params: { id: deposit._id }, body: {} });
    }
  }

  return {
    app,
    anyone,
    superAdmin,
    newSuperAdmin,
    superAdminAddedNow,
    operator: (story: TenantStory = {}) => tenant("operator", story),
    retailer: (story: TenantStory = {}) => tenant("retailer", story),
    member,
    signIn,
    join,
    codeFor: (mobile: string) => newestCode(anyone, mobile),
    newMobile,
    newUtr,
    newAccountNumber,
    approvedAccount,
    requestDeposit,
    fund,

    /** Lets the worker do everything that is due now; the sandbox bank settles at once. */
    async work(): Promise<void> {
      while ((await runDueWork({ leaseSeconds: 30 })) > 0);
    },
    /** Runs something at an instant, by the product's clock. */
    async at<T>(instant: string, doing: () => Promise<T>): Promise<T> {
      const restore = useClock(() => new Date(instant));
      try {
        return await doing();
      } finally {
        restore();
      }
    },
    /** Runs something so many seconds from now, by the product's clock. */
    afterSeconds<T>(seconds: number, doing: () => Promise<T>): Promise<T> {
      return this.at(new Date(Date.now() + seconds * 1_000).toISOString(), doing);
    },
    /** What does not hold in the books. */
    faults: async () => [
      ...(await verifyBooks(database())),
      ...(await verifyQueue(database())),
      ...(await verifyRollups(database())),
    ],

    async close(): Promise<void> {
      await app.close();
      // As a server that ends does; what it counted is not the next one's.
      await writeMeasurements();
      await writeRequests();
      await closeDatabase();
      await drop();
    },
  };
}
