import { getPayoutAnalytics, getPayoutTrend } from "@rokad/contract/payout-analytics";
import { getPayoutSummary } from "@rokad/contract/payout-summary";
import * as fileCalls from "@rokad/contract/payout-files";
import { searchPayouts as searchCall } from "@rokad/contract/history-search";
import * as calls from "@rokad/contract/payouts";
import * as lookUp from "@rokad/contract/payout-look-up";
import * as withdrawals from "@rokad/contract/withdrawals";
import type { FastifyInstance } from "fastify";
import { database } from "../database/db.ts";
import { sendHistory } from "../files/send-history.ts";
import { serve } from "../http/serve.ts";
import { analysePayouts } from "./read/analyse-payouts.ts";
import { payoutsFile } from "./read/export-payouts.ts";
import { reviewPayout } from "@rokad/contract/payout-review";
import { describePayee } from "./beneficiaries/describe-payee.ts";
import { readOrder } from "./beneficiaries/saved-order.ts";
import { initiatePayout } from "./initiate-by-form.ts";
import { listPayouts } from "./read/list-payouts.ts";
import { searchPayouts } from "./read/search-payouts.ts";
import { sendPayoutCode } from "./initiate/send-payout-code.ts";
import { findByReference } from "./read/find-by-reference.ts";
import { scanPayouts } from "./read/scan-payouts.ts";
import { showPayout } from "./read/show-payout.ts";
import { summarisePayouts } from "./read/summarise-payouts.ts";
import { readTrend } from "./read/read-trend.ts";
import { initiateWithdrawal } from "./withdraw/initiate-withdrawal.ts";
import { sendWithdrawalCode } from "./withdraw/send-withdrawal-code.ts";
import { verifyPayoutCode } from "./initiate/verify-payout-code.ts";

export function payoutRoutes(app: FastifyInstance): void {
  serve(app, calls.sendPayoutOtp, async ({ person, body }) => {
    const { order } = await readOrder(person, body.payout);
    return sendPayoutCode(person, body.mobile, order);
  });

  serve(app, reviewPayout, async ({ person, body }) => ({
    data: await describePayee(person, body),
  }));

  serve(app, calls.verifyPayoutOtp, async ({ person, body }) => ({
    data: await verifyPayoutCode(person, body.mobile, body.otp),
  }));

  serve(app, withdrawals.sendWithdrawalOtp, ({ person, body }) =>
    sendWithdrawalCode(person, body.mobile, body.withdrawal),
  );

  serve(app, withdrawals.verifyWithdrawalOtp, async ({ person, body }) => ({
    data: await verifyPayoutCode(person, body.mobile, body.otp),
  }));

  serve(app, withdrawals.initiateWithdrawal, async ({ person, body, idempotencyKey }) => {
    const { id, reference } = await initiateWithdrawal(person, body, idempotencyKey);
    const message = `Withdrawal initiated successfully! Reference: ${reference}`;
    return { message, data: { message, reference_id: reference, id, status: "pending" as const } };
  });

  serve(app, calls.initiatePayout, async ({ person, body, idempotencyKey }) => {
    const { id, reference, isWaiting = false } = await initiatePayout(person, body, idempotencyKey);
    const message = isWaiting
      ? `Payout accepted. It waits for funds. Reference: ${reference}`
      : `Payout initiated successfully! Reference: ${reference}`;
    return {
      message,
      data: {
        message,
        reference_id: reference,
        id,
        status: "pending" as const,
        waits_for_funds: isWaiting,
      },
    };
  });

  serve(
    app,
    calls.listPayouts,
    ({ person, query: { from_date: from, to_date: to, status, ...page } }) =>
      listPayouts(person, { status, from, to }, page),
  );

  serve(app, searchCall, async ({ person, query }) => searchPayouts(person, query));
  serve(app, lookUp.findPayout, async ({ person, query }) => ({
    data: await findByReference(person, query),
  }));

  serve(app, lookUp.scanPayouts, ({ person, query }) => scanPayouts(database(), person, query));

  serve(app, getPayoutSummary, async ({ person }) => ({
    data: await summarisePayouts(person),
  }));

  serve(app, fileCalls.exportPayouts, async ({ person, query }) =>
    sendHistory(await payoutsFile(person, query)),
  );

  serve(app, fileCalls.printReceipt, async ({ person, params }) => {
    const { printReceipt } = await import("./read/print-receipt.ts");
    return printReceipt(person, params.id);
  });
  serve(app, getPayoutAnalytics, async ({ person, query }) => ({
    data: await analysePayouts(person, query),
  }));

  serve(app, getPayoutTrend, async ({ person }) => ({ data: await readTrend(person) }));

  serve(app, calls.getPayout, async ({ person, params }) => ({
    data: await showPayout(person, params.id),
  }));
}
