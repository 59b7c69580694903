import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { mapPayoutFields } from "@rokad/contract/payout-fields";
import { actsOn, type RequestAct } from "@rokad/contract/request-states";
import type { Db } from "../../database/db.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { inr, maskAccountNumber } from "../../kernel/money.ts";
import { mayDo, seesAccountNumbers } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { findNames } from "../approval-policies/describe-policy.ts";
import { describeCooling, findCoolingNow, whyCooling } from "../approval-policies/cooling.ts";
import { daySentence } from "../approval-policies/find-sent-today.ts";
import { accountKey, accountOf } from "../destination.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { findAskedPlace, type GivenApproval } from "../approval-policies/progress.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";
import { findNamedDestinations } from "../initiate/payable-destinations.ts";
import { canApproveNext, describeGiven, describeWaiting } from "../approvals/describe-waiting.ts";
import { findHolds } from "./request-holds.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import { decryptOrder, type StoredRequest } from "./stored-request.ts";

/** Requests as the API shows them, each with who can act on it now. */
export async function describeRequests(
  db: Db,
  person: Tenant,
  rows: readonly StoredRequest[],
): Promise<PaymentRequest[]> {
  const orders = new Map(rows.map((row) => [row.id, decryptOrder(row).order]));
  const accounts = rows.flatMap((row) => {
    const order = isOpen(row) ? orders.get(row.id) : undefined;
    return order ? accountOf(order) : [];
  });
  const [members, givenOf, payoutOf, versionOf, destinations, cooling, holds] = await Promise.all([
    listApprovers(db, person.tenantId),
    readApprovals(db, rows),
    findPayouts(db, rows),
    findVersions(db, rows),
    findNamedDestinations(db, rows),
    findCoolingNow(db, person.tenantId, accounts),
    findHolds(db, rows.filter(isOpen)),
  ]);
  const ids = rows.flatMap((row) => [
    row.maker_id,
    ...(row.closed_by ? [row.closed_by] : []),
    ...givenOf(row.id).flatMap(({ personId, inPlaceOf }) => [
      personId,
      ...(inPlaceOf ? [inPlaceOf] : []),
    ]),
    ...row.steps.flatMap(({ people }) => people),
  ]);
  const nameOf = await findNames(db, ids);
  return rows.map((row) => {
    const given = givenOf(row.id);
    const destination = destinations.get(row.destination_id ?? "");
    const held = holds.get(row.id);
    const order = orders.get(row.id) ?? decryptOrder(row).order;
    const newAccount = isOpen(row) ? cooling.get(accountKey(accountOf(order))) : undefined;
    return {
      id: row.id,
      revision: row.revision,
      content_hash: row.content_hash.toString("hex"),
      state: row.state,
      created_at: row.created_at.toISOString(),
      submitted_at: row.submitted_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
      maker: nameOf(row.maker_id),
      source: row.source,
      method: row.method,
      ...orderFields(person, order),
      is_new_beneficiary: row.is_new_beneficiary,
      beneficiary: destination
        ? { id: destination.beneficiaryId, destination_id: destination.id }
        : null,
      amount: inr(row.amount_paise),
      txn_fee: inr(row.fee_paise),
      gst_amount: inr(row.gst_paise),
      total: inr(row.amount_paise + row.fee_paise + row.gst_paise),
      policy_version: row.policy_id ? (versionOf.get(row.policy_id) ?? null) : null,
      day_total: describeDay(row),
      steps: row.steps.map(({ approvals, roles, people }, step) => ({
        approvals,
        roles: [...roles],
        people: people.map(nameOf),
        given: describeGiven(waitingOf(row, given), step, nameOf, isOpen(row)),
      })),
      cooling:
        newAccount && whyCooling(newAccount, row.amount_paise) ? describeCooling(newAccount) : null,
      on_hold: held ? inr(held.paise) : null,
      waiting_for:
        row.state === "awaiting_approval"
          ? describeWaiting(waitingOf(row, given), members, row.waits_since ?? row.created_at)
          : null,
      blocked:
        row.blocked_code !== null && row.state === "approved" && !row.payout_id
          ? {
              code: row.blocked_code,
              message: row.blocked_message ?? "",
              at: (row.blocked_at ?? row.created_at).toISOString(),
            }
          : null,
      closing_reason: row.closing_reason,
      closed_by: row.closed_by ? nameOf(row.closed_by) : null,
      closed_at: row.closed_at?.toISOString() ?? null,
      payout: row.payout_id ? (payoutOf.get(row.payout_id) ?? null) : null,
      can: actsOf(person, row, given, members),
    };
  });
}

/** What its policy compared at its submission, if that is more than its amount. */
function describeDay({ counted_paise: counted, amount_paise: amount }: StoredRequest) {
  if (counted === null || counted === amount) return null;
  return { amount: inr(counted), sentence: daySentence(counted - amount, amount, "that day") };
}

/** Whether it can still become a payout. */
const isOpen = ({ state, payout_id: payoutId }: StoredRequest) =>
  payoutId === null && (state === "draft" || state === "awaiting_approval" || state === "approved");

/** The account number in full for those who see them; the UPI id too, except in a view. */
function orderFields(person: Tenant, order: RequestedOrder) {
  const isImps = order.method === "imps";
  const isShown = isImps ? seesAccountNumbers(person) : !person.isViewed;
  const show = (value: string) => (isShown ? value : maskAccountNumber(value));
  return {
    ...(mapPayoutFields((name) => order[name] || null) as Pick<
      PaymentRequest,
      keyof ReturnType<typeof mapPayoutFields>
    >),
    bank_name: isImps ? (findBank(order.ifsc_code)?.bank_name ?? null) : null,
    account_number: isImps ? show(order.account_number) : null,
    ifsc_code: isImps ? order.ifsc_code : null,
    upi_id: order.method === "upi" ? show(order.upi_id) : null,
    repeat_reason: order.repeat_reason || null,
    send_advice: order.send_advice === true,
  };
}

function actsOf(
  person: Tenant,
  row: StoredRequest,
  given: readonly GivenApproval[],
  members: readonly Member[],
): RequestAct[] {
  if (person.isViewed) return [];
  const isMaker = row.maker_id === person.member.id;
  const me = members.find(({ id }) => id === person.member.id);
  const isAsked = me !== undefined && findAskedPlace(waitingOf(row, given), me) !== undefined;
  const mayAct: Readonly<Partial<Record<RequestAct, boolean>>> = {
    submit: isMaker,
    edit: isMaker,
    withdraw: isMaker,
    send: mayDo(person, "prepare"),
    reject: isAsked,
    approve: canApproveNext(waitingOf(row, given), members, person.member.id),
  };
  return actsOn(row.state, row.payout_id !== null).filter((act) => mayAct[act] === true);
}

async function findPayouts(db: Db, rows: readonly StoredRequest[]) {
  const ids = rows.flatMap((row) => row.payout_id ?? []);
  if (ids.length === 0) return new Map<string, { id: string; reference_id: string }>();
  const payouts = await db
    .selectFrom("payouts")
    .select(["id", "reference_id"])
    .where("id", "in", ids)
    .union(db.selectFrom("funds_queue").select(["id", "reference_id"]).where("id", "in", ids))
    .execute();
  return new Map(payouts.map((payout) => [payout.id, payout]));
}

async function findVersions(db: Db, rows: readonly StoredRequest[]) {
  const ids = rows.flatMap((row) => row.policy_id ?? []);
  if (ids.length === 0) return new Map<string, number>();
  const policies = await db
    .selectFrom("approval_policies")
    .select(["id", "version"])
    .where("id", "in", ids)
    .execute();
  return new Map(policies.map(({ id, version }) => [id, version]));
}
