import { addBankAccount } from "@rokad/contract/bank-accounts";
import { approveBankAccount, rejectBankAccount } from "@rokad/contract/bank-account-reviews";
import { approveDeposit, rejectDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { randomUUID } from "node:crypto";
import { accountForm } from "../apps/server/test/forms.ts";
import { count, type DepositRequest } from "./journal.ts";
import type { Person } from "./person.ts";
import type { Deed } from "./plan.ts";
import type { TenantInPlay, World } from "./world.ts";

/** Asks for a deposit and has it decided, by as many super admins at once as is planned. */
export async function deposit(
  world: World,
  { tenant: number, paise, review }: Extract<Deed, { kind: "deposit" }>,
): Promise<void> {
  const { journal } = world;
  const utr = world.newUtr();
  // What is rejected never came.
  if (review !== "reject") world.banks.receiving.take(utr, paise);
  const tenant = world.tenants[number] as TenantInPlay;
  const { id, request } = await askForDeposit(world, { tenant, utr, paise });
  if (id === undefined) return;
  count(journal, `deposits: ${review}`);
  const [meera, ravi, farah] = world.admins as [Person, Person, Person];
  const approve = (who: Person) => decideDeposit(world, request, who, "approve", id);
  const reject = (who: Person) => decideDeposit(world, request, who, "reject", id);
  if (review === "approve") {
    await approve(meera);
    await approve(ravi);
  }
  if (review === "reject") await reject(farah);
  if (review === "double click") {
    await Promise.all([approve(meera), approve(meera), approve(meera)]);
    await Promise.all([approve(farah), approve(farah)]);
  }
  if (review === "race") {
    await Promise.all([approve(meera), approve(ravi), reject(farah), approve(farah)]);
  }
}

/** @returns the id under which it was acknowledged, if it was. */
export async function askForDeposit(
  { journal }: World,
  { tenant, utr, paise }: { tenant: TenantInPlay; utr: string; paise: number },
): Promise<{ id: string | undefined; request: DepositRequest }> {
  const request: DepositRequest = {
    utr,
    tenant: tenant.id,
    paise,
    yes: [],
    no: undefined,
    decisions: [],
  };
  journal.deposits.push(request);
  const body = { bank_account: tenant.account.id, amount: paise / 100, utr_reference: utr };
  const heard = await tenant.call(initiateDeposit, { body }, { key: randomUUID() });
  if (!heard.ok) {
    if (!heard.lostBefore) request.no = heard.code;
    return { id: undefined, request };
  }
  const id = heard.body.data._id;
  request.yes.push({ id, at: Date.now() });
  return { id, request };
}

async function decideDeposit(
  { journal }: World,
  request: DepositRequest,
  who: Person,
  how: "approve" | "reject",
  id: string,
): Promise<void> {
  const params = { id };
  if (how === "reject") {
    const heard = await who.call(rejectDeposit, { params, body: { reason: "No such transfer" } });
    if (heard.ok) request.decisions.push({ outcome: "rejected", at: Date.now() });
    else count(journal, `reviews refused: ${heard.code}`);
    return;
  }
  const heard = await who.call(approveDeposit, { params, body: {} });
  if (heard.ok) request.decisions.push({ outcome: heard.body.data.outcome, at: Date.now() });
  else count(journal, `reviews refused: ${heard.code}`);
}

/** Adds another bank account, which two super admins decide about at once. */
export async function addAccount(
  world: World,
  { tenant: number, approved }: Extract<Deed, { kind: "bank account" }>,
): Promise<void> {
  const { journal } = world;
  const tenant = world.tenants[number] as TenantInPlay;
  const body = accountForm(world.newAccountNumber());
  const heard = await tenant.call(addBankAccount, { body }, { key: randomUUID() });
  if (!heard.ok) return;
  const id = heard.body.data._id;
  count(journal, "bank accounts added");
  const params = { id };
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const [yes, no] = await Promise.all([
    meera.call(approveBankAccount, { params, body: {} }),
    approved
      ? undefined
      : ravi.call(rejectBankAccount, { params, body: { reason: "The name is another" } }),
  ]);
  const states = yes.ok
    ? ["approved"]
    : no?.ok
      ? ["rejected"]
      : ["pending", "approved", "rejected"];
  journal.facts.push({ table: "bank_accounts", id, states, at: Date.now() });
}
