import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { formatMoney } from "@rokad/money/format";
import { RokadError } from "@rokad/sdk";
import * as z from "zod";
import { answering, RefusedError } from "./answer.ts";
import { assertWithinCaps, type Caller } from "./hourly-caps.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import type { OneAfterAnother } from "./one-after-another.ts";
import { type Order, order, paiseOf, payoutOf } from "./order.ts";

/** The tool that submits payment requests. People approve or reject them. */
export function addProposeTool(server: McpServer, caller: Caller, inTurn: OneAfterAnother): void {
  server.registerTool(
    "propose_payments",
    {
      description:
        "Submit payments for approval by people of the business. Sends no money. The same payment on the same day is proposed once, unless it has another client_reference.",
      inputSchema: { payments: z.array(order).min(1).max(Math.max(1, caller.caps.proposals)) },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ payments }) => inTurn(() => answering(async () => propose(caller, payments))),
  );
}

async function propose(caller: Caller, payments: readonly Order[]) {
  const bodies = payments.map((payment) => payoutOf(payment));
  const keys = payments.map(keyOf);
  const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at);
  if (repeated !== -1)
    throw new RefusedError(
      `Payment ${repeated + 1} equals an earlier one of the list. If both are owed, give each its own client_reference.`,
    );
  const paise = payments.reduce((sum, { amount }) => sum + paiseOf(amount), 0);
  await assertWithinCaps(caller, { proposals: payments.length, paise });
  const proposed = [];
  for (const [at, payout] of bodies.entries()) {
    const headers = { "Idempotency-Key": keys[at] ?? "" };
    try {
      const { data } = await caller.rokad.createPaymentRequest({ headers, body: { payout } });
      proposed.push({
        payment: at + 1,
        id: data.id,
        state: data.state,
        beneficiary_name: data.beneficiary_name,
        amount: formatMoney(data.amount),
        total_with_charges: formatMoney(data.total),
      });
    } catch (error) {
      if (!(error instanceof RokadError)) throw error;
      const { code, message, fields } = error;
      proposed.push({ payment: at + 1, error: { code, message, fields } });
    }
  }
  return {
    proposed,
    next: "No money moves before people of the business approve these in the console.",
  };
}

/**
 * The same payment has the same key all day in India, so that an agent that repeats itself, or is
 * started again, proposes it once.
 */
function keyOf(payment: Order): string {
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  return idempotencyKeyOf({ ...payment, amount: paiseOf(payment.amount), day });
}
