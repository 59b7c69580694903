import { randomBytes } from "node:crypto";
import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { Tx } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findBand } from "../approval-policies/find-band.ts";
import { findSentToday } from "../approval-policies/find-sent-today.ts";
import { anyApprover } from "../approval-policies/policy.ts";
import {
  findPaidAccounts,
  findPolicyInForce,
  type StoredPolicy,
} from "../approval-policies/policy-queries.ts";
import * as ledger from "../../ledger/ledger.ts";
import { accountKey, accountOf, type Account } from "../destination.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";
import { quotePayout } from "../quote-payout.ts";
import { contentHash } from "./content-hash.ts";

interface Revision {
  readonly id: string;
  readonly makerId: string;
  readonly revision: number;
  readonly source: PayoutSource;
  readonly order: RequestedOrder;
  /** A draft asks nobody yet. */
  readonly isSubmitted: boolean;
}

const daySeconds = 24 * 60 * 60;

/**
 * The columns of a new revision: charges and steps by the settings and the policy of this moment. A
 * band without steps asks one approver too, because the maker alone sends it without a request.
 */
export async function newRevision(
  db: Tx,
  tenant: Tenant,
  { id, makerId, revision, source, order, isSubmitted }: Revision,
) {
  const settings = await readSettings();
  const quote = quotePayout(order.amount, settings);
  const account = accountOf(order);
  const paid = await findPaidAccounts(db, tenant.tenantId, [account]);
  const isNewBeneficiary = !paid.has(accountKey(account));
  const policy = isSubmitted ? await findPolicyInForce(db, tenant.tenantId) : undefined;
  const countedPaise = policy
    ? quote.amountPaise + (await sumOthersToday(db, policy, account, id))
    : null;
  const facts = { method: order.method, source, isNewBeneficiary };
  const band =
    policy && countedPaise !== null
      ? findBand(policy.bands, { ...facts, amountPaise: countedPaise })
      : null;
  const asked = band === null ? undefined : policy?.bands[band]?.steps;
  const steps = asked && asked.length > 0 ? asked : anyApprover;
  const nonce = randomBytes(16).toString("base64url");
  const submittedAt = isSubmitted ? now() : null;
  const content = {
    id,
    tenantId: tenant.tenantId,
    makerId,
    revision,
    source,
    order,
    nonce,
    feePaise: quote.feePaise,
    gstPaise: quote.gstPaise,
    policyId: policy?.id ?? null,
    band,
    steps,
  };
  return {
    revision,
    content_hash: contentHash(content),
    order_encrypted: encrypt("payment request", id, JSON.stringify({ order, nonce })),
    method: order.method,
    beneficiary_name: order.beneficiary_name,
    destination_id: order.destination_id ?? null,
    destination_hash: account.hash,
    bank: account.bank,
    is_new_beneficiary: isNewBeneficiary,
    amount_paise: quote.amountPaise,
    fee_paise: quote.feePaise,
    gst_paise: quote.gstPaise,
    policy_id: content.policyId,
    band,
    counted_paise: countedPaise,
    steps: JSON.stringify(steps),
    state: isSubmitted ? ("awaiting_approval" as const) : ("draft" as const),
    step: 0,
    waits_since: submittedAt,
    submitted_at: submittedAt,
    reminded_at: null,
    stuck_since: null,
    blocked_code: null,
    blocked_message: null,
    blocked_at: null,
    expires_at: secondsFromNow(settings.payment_request_days * daySeconds),
  };
}

/**
 * What counts together with a request under a policy that counts the day. Closes the race between a
 * submission and a payout to the same account: both lock the wallet, so one of them counts the other.
 */
async function sumOthersToday(
  db: Tx,
  { tenantId, countsDay }: StoredPolicy,
  account: Account,
  requestId: string,
): Promise<bigint> {
  if (!countsDay) return 0n;
  await ledger.lock(db, [tenantId]);
  const sent = (await findSentToday(db, tenantId, [account], [requestId])).get(accountKey(account));
  return sent ? sent.payoutsPaise + sent.waitingPaise : 0n;
}
