import type { MachineOrder } from "@rokad/contract/machine-order";
import { database, transaction } from "../../database/db.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { ApiError, insufficientBalance, onlyForKeys, tenantClosing } from "../../kernel/errors.ts";
import { today } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { rejectInvalidBeneficiary } from "../account-checks/check-beneficiary.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import { assertReferenceUnused } from "../initiate/client-reference.ts";
import { assertRepeatReason } from "../initiate/find-earlier-payout.ts";
import { findMissing } from "../initiate/find-missing-funds.ts";
import { limitsMissing, readKeys, whyAboveLimits } from "../initiate/key-limits.ts";
import { assertNeedsNoApproval } from "../initiate/refuse-unapproved.ts";
import { quotePayout } from "../quote-payout.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { readMachineOrder } from "./machine-payout.ts";

/**
 * What would happen to a payout that is sent now: its charges, and everything that would refuse it.
 * For a key that can't send, its limits and the policy's approvals are no problem: it prepares
 * payment requests. It changes nothing, and what it says can be different a moment later.
 * @throws 400 and 409 `BENEFICIARY_NOT_PAYABLE` for an order whose payee can't be read.
 */
export async function validatePayout(payer: Tenant, request: MachineOrder) {
  const { apiKey } = payer;
  if (!apiKey) throw onlyForKeys();
  const db = database();
  const [{ order, clientReference }, settings, keys] = await Promise.all([
    readMachineOrder(payer, request),
    readSettings(),
    readKeys(db, [apiKey.id], today()),
  ]);
  const key = keys.get(apiKey.id);
  const quote = quotePayout(order.amount, settings);
  const { amountPaise } = quote;
  const sends = apiKey.scopes.includes("payouts:send");
  const problems = await problemsOf([
    async () => {
      if ((await findClosing(db, [payer.tenantId])).has(payer.tenantId)) throw tenantClosing();
    },
    async () => {
      if (!sends) return;
      const error = key ? whyAboveLimits(key, amountPaise, key.used_paise) : limitsMissing();
      if (error) throw error;
    },
    async () => {
      if (sends) await assertNeedsNoApproval(db, payer.tenantId, order, amountPaise, "api");
    },
    async () => {
      // The owner who signed the key's limits confirms its payouts, within limits of their own.
      if (!sends || !key?.signed_by) return;
      const limited = { tenantId: payer.tenantId, personId: key.signed_by, amountPaise };
      const [error] = await transaction((tx) => checkMemberLimits(tx, [limited]));
      if (error) throw error;
    },
    async () => void chooseProvider(payer, order.method, amountPaise, settings),
    () => assertReferenceUnused(db, payer.tenantId, clientReference),
    () => rejectInvalidBeneficiary(payer, order),
    () => assertRepeatReason(payer, order),
    async () => {
      if (order.send_advice === true) await assertAdvicesOn(payer);
    },
    async () => {
      // A key's payout does not wait, and passes nothing that does.
      const missing = await findMissing(payer.tenantId, ledger.totalOf(quote));
      if (missing !== null) throw insufficientBalance();
    },
  ]);
  return {
    is_sendable: problems.length === 0,
    problems,
    beneficiary_name: order.beneficiary_name,
    amount: inr(amountPaise),
    txn_fee: inr(quote.feePaise),
    gst_amount: inr(quote.gstPaise),
    total: inr(ledger.totalOf(quote)),
  };
}

/** The expected errors of these checks, in their order; each of them runs. */
async function problemsOf(checks: readonly (() => Promise<void>)[]) {
  const problems: { code: string; message: string }[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push({ code: error.code, message: error.message });
    }
  }
  return problems;
}
