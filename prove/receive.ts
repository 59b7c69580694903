import { assignCredit, listSuspense, returnCredit } from "@rokad/contract/suspense";
import { sql } from "kysely";
import { database, isDatabaseAway } from "../apps/server/src/db.ts";
import { count } from "./journal.ts";
import type { Person } from "./person.ts";
import type { BankName, Deed } from "./plan.ts";
import type { TenantInPlay, World } from "./world.ts";

/** Somebody transfers money to a tenant's virtual account. */
export async function transferIn(
  world: World,
  { bank, tenant: number, paise, from }: Extract<Deed, { kind: "transfer in" }>,
): Promise<void> {
  const tenant = world.tenants[number] as TenantInPlay;
  const account = await accountOf(tenant, bank);
  if (!account) return count(world.journal, "transfers in: no account for it now");
  const own = { number: tenant.account.number, ifsc: tenant.account.ifsc, name: "Sharma Traders" };
  const stranger = { number: world.newAccountNumber(), ifsc: "ICIC0000047", name: "Kabir Bose" };
  const sender = { "its own account": own, "a stranger": stranger, "nobody that is told": null };
  const taken = world.banks.transferIn({
    bank,
    account,
    paise,
    utr: world.newUtr(),
    from: sender[from],
  });
  count(world.journal, `transfers in from ${from}: ${taken ? "taken" : "sent back by the bank"}`);
}

/** As the bank knows it: in play the database is away now and then, for us as for the servers. */
async function accountOf({ id }: TenantInPlay, bank: BankName) {
  const { rows } = await sql<{ reference: string; number: string }>`
    select provider_reference as reference, account_number as number from virtual_accounts
    where person_id = ${id} and adapter = ${bank} and state = 'open'
  `
    .execute(database())
    .catch((error: unknown) => {
      if (isDatabaseAway(error)) return { rows: [] };
      throw error;
    });
  return rows[0];
}

/** Decides about the oldest money in suspense, two super admins at once. */
export async function decideSuspense(
  world: World,
  { tenant: number, how }: Extract<Deed, { kind: "suspense" }>,
): Promise<void> {
  const { journal } = world;
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const tenant = world.tenants[number] as TenantInPlay;
  const listed = await meera.call(listSuspense, { query: { status: "pending" } });
  const [oldest] = listed.ok ? listed.body.data : [];
  if (!oldest) return;
  const params = { id: oldest.id };
  const decide = (who: Person) =>
    how === "assign"
      ? who.call(assignCredit, { params, body: { tenant_id: tenant.id } })
      : who.call(returnCredit, {
          params,
          body: { reason: "The sender asked for it", utr_reference: world.newUtr() },
        });
  for (const heard of await Promise.all([decide(meera), decide(ravi)])) {
    if (!heard.ok) continue;
    const isDecided = heard.body.data.outcome === "decided";
    count(journal, isDecided ? `suspense: ${how}ed` : "suspense: first of two");
    if (!isDecided) continue;
    const states = [how === "assign" ? "assigned" : "returned"];
    journal.facts.push({ table: "incoming_credits", id: oldest.id, states, at: Date.now() });
  }
}
