import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { formatMoney } from "@rokad/money/format";
import type { Payout, PayoutDetail, Rokad } from "@rokad/sdk";
import * as z from "zod";
import { answering, RefusedError } from "./answer.ts";

const annotations = { readOnlyHint: true, openWorldHint: false } as const;
const id = z.uuid();

/** Tools that only read. Account numbers are answered by their last four digits. */
export function addReadTools(server: McpServer, rokad: Rokad): void {
  server.registerTool(
    "read_balance",
    { description: "The wallet's balance and what of it is on hold", annotations },
    () =>
      answering(async () => {
        const { data: wallet } = await rokad.getWalletBalance();
        return {
          available: formatMoney(wallet.main_balance),
          on_hold_for_payouts: formatMoney(wallet.held_balance),
          on_hold_for_payment_requests: formatMoney(wallet.request_holds.total),
          owed_to_the_platform: formatMoney(wallet.receivable),
          payouts_waiting_for_funds: wallet.funds_queue.count,
          as_of: wallet.last_updated,
        };
      }),
  );

  server.registerTool(
    "find_payouts",
    {
      description:
        "Payouts by words of a name or of remarks, UTR, reference, end of the account number, UPI ID or amount; without a text the newest",
      inputSchema: {
        text: z.string().optional(),
        status: z.enum(["pending", "processing", "success", "failed", "cancelled"]).optional(),
        limit: z.int().min(1).max(50).default(20),
      },
      annotations,
    },
    ({ text, status, limit }) =>
      answering(async () => {
        const query = { limit, ...(status && { status }) };
        const { data, next } = text
          ? await rokad.searchPayouts({ query: { ...query, search: text } })
          : await rokad.scanPayouts({ query });
        return { payouts: data.map(summaryOf), has_more: next !== null };
      }),
  );

  server.registerTool(
    "explain_payout",
    {
      description:
        "What happened to one payout, step by step, what it means for the money, and what comes next",
      inputSchema: {
        id: id.optional(),
        reference_id: z.string().optional().describe("Rokad's reference"),
        client_reference: z.string().optional().describe("The business's own reference"),
      },
      annotations,
    },
    (named) => answering(async () => explanationOf(await findPayout(rokad, named))),
  );

  server.registerTool(
    "find_proposals",
    {
      description: "Payment requests, newest first: those that wait for approval, or of any state",
      inputSchema: {
        state: z.enum(["awaiting_approval", "all"]).default("awaiting_approval"),
        limit: z.int().min(1).max(50).default(20),
      },
      annotations,
    },
    ({ state, limit }) =>
      answering(async () => {
        const { data } = await rokad.listPaymentRequests({ query: { view: "all", state, limit } });
        return {
          payment_requests: data.map((request) => ({
            id: request.id,
            state: request.state,
            beneficiary_name: request.beneficiary_name,
            destination: destinationOf(request),
            amount: formatMoney(request.amount),
            total_with_charges: formatMoney(request.total),
            remarks: request.remarks,
            prepared_by: request.maker.name,
            created_at: request.created_at,
            blocked: request.blocked?.message ?? null,
            closing_reason: request.closing_reason,
            payout_reference: request.payout?.reference_id ?? null,
          })),
        };
      }),
  );
}

interface Named {
  readonly id?: string | undefined;
  readonly reference_id?: string | undefined;
  readonly client_reference?: string | undefined;
}

async function findPayout(rokad: Rokad, named: Named): Promise<PayoutDetail> {
  const { id: payoutId, reference_id: ours, client_reference: yours } = named;
  if ([payoutId, ours, yours].filter(Boolean).length !== 1)
    throw new RefusedError("Name exactly one of id, reference_id and client_reference");
  const { data } = payoutId
    ? await rokad.getPayout({ path: { id: payoutId } })
    : await rokad.findPayout({
        query: ours ? { reference_id: ours } : { client_reference: yours ?? "" },
      });
  return data;
}

function summaryOf(payout: Payout) {
  return {
    id: payout.id,
    reference_id: payout.reference_id,
    created_at: payout.created_at,
    status: payout.status,
    beneficiary_name: payout.beneficiary_name,
    destination: destinationOf(payout),
    amount: formatMoney(payout.amount),
    returned: formatMoney(payout.returned_amount),
    utr: payout.utr_number,
    failure_reason: payout.failure_reason,
    waits_for_funds: payout.waiting_for_funds !== null,
  };
}

function explanationOf(payout: PayoutDetail) {
  return {
    ...summaryOf(payout),
    remarks: payout.remarks,
    charges: { fee: formatMoney(payout.txn_fee), gst: formatMoney(payout.gst_amount) },
    total: formatMoney(payout.total),
    returned_charges: formatMoney(payout.returned_charges),
    why_it_is_open: payout.open_outcome?.sentence ?? null,
    next_check_at: payout.open_outcome?.next_check_at ?? null,
    client_reference: payout.program?.client_reference ?? null,
    timeline: payout.timeline.map(({ at, sentence }) => ({ at, sentence })),
  };
}

interface Destination {
  readonly upi_id: string | null;
  readonly account_number: string | null;
  readonly bank_name: string | null;
}

/** An agent needs to tell accounts apart, not to know them. */
function destinationOf({ upi_id: upi, account_number: account, bank_name: bank }: Destination) {
  return upi ?? `${bank ?? "Account"} …${account?.slice(-4)}`;
}
