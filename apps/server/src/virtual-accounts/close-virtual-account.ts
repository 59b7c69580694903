import { record } from "../audit/record.ts";
import { transaction, type Tx } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { announce } from "../live/announce.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { announceTenants } from "../tenants/announce-tenants.ts";
import { lockAccount, selectAccounts } from "./account-queries.ts";
import { ensureJob } from "./ensure-job.ts";
import { asKeptAccount } from "./virtual-account.ts";

/**
 * Closes a virtual account: from this moment nothing that arrives on it is credited by itself, and
 * a job has the provider close it.
 * @throws 404; 409 `ALREADY_DECIDED` for one that is closed or being closed.
 */
export function closeVirtualAccount(admin: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const account = await lockAccount(db, id);
    if (!account) throw notFound("This virtual account");
    if (account.state === "closed" || account.state === "closing") {
      throw new Refusal(409, "ALREADY_DECIDED", "This virtual account was closed already");
    }
    await close(db, account, admin);
    const closed = await selectAccounts(db)
      .where("virtual_accounts.id", "=", id)
      .executeTakeFirstOrThrow();
    await announceTenants(db);
    await announce(db, [account.person_id], ["bank_accounts"]);
    await record(db, {
      act: "virtual_account.closed",
      by: admin,
      subject: { kind: "tenant", id: account.person_id },
      reason,
      before: { state: account.state },
      after: { state: "closing", provider: account.adapter, virtual_account: id },
    });
    return asKeptAccount(closed);
  });
}

/** With the tenant's account go its virtual ones, in the same transaction. */
export async function closeVirtualAccountsOf(
  db: Tx,
  personId: string,
  by: SuperAdmin,
): Promise<void> {
  const accounts = await db
    .selectFrom("virtual_accounts")
    .select(["id", "job_id"])
    .where("person_id", "=", personId)
    .where("state", "in", ["opening", "open"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const account of accounts) await close(db, account, by);
}

async function close(
  db: Tx,
  account: { readonly id: string; readonly job_id: string | null },
  by: SuperAdmin,
): Promise<void> {
  await db
    .updateTable("virtual_accounts")
    .set({ state: "closing" })
    .where("id", "=", account.id)
    .execute();
  await ensureJob(db, account, by);
}
