import { z } from "zod";
import type { StandInReply, StandInRequest } from "./stand-in-server.ts";
import { sampleId } from "./razorpayx-books.ts";
import { refuseInvalid, refuse } from "./razorpayx-limits.ts";

const payer = z.strictObject({
  type: z.literal("bank_account"),
  bank_account: z.strictObject({ ifsc: z.string().length(11), account_number: z.string().min(1) }),
});
const newAccount = z.strictObject({
  receivers: z.strictObject({ types: z.tuple([z.literal("bank_account")]) }),
  allowed_payers: z.array(payer).max(10, "only 10 allowed payers can be added"),
  description: z.string().optional(),
  notes: z.record(z.string(), z.string().max(256)).optional(),
});

interface Account {
  readonly id: string;
  readonly number: string;
  readonly notes: Readonly<Record<string, string>>;
  readonly createdAt: number;
  payers: { id: string; bank_account: { ifsc: string; account_number: string } }[];
  status: string;
  /** The lowest number of allowed payers so far; 0 accepts money from everyone. */
  payersMin: number;
}

export interface Credit {
  readonly amount: number;
  readonly utr: string;
  readonly from: {
    readonly account_number: string;
    readonly ifsc: string;
    readonly name: string;
  } | null;
}

interface Payment {
  readonly payment: object & { readonly created_at: number; amount_refunded: number };
  readonly transfer: object & { readonly bank_reference: string };
  readonly id: string;
}

/** Smart Collect with third-party validation: customer identifiers and the payments to them. */
export function openSmartCollect(
  now: () => Date,
  addWebhook: (event: string, payload: object) => void,
) {
  const accounts: Account[] = [];
  const payments: Payment[] = [];
  let payers = 0;
  let takenBack = 0;
  const seconds = () => Math.floor(now().getTime() / 1_000);

  function accountJson(account: Account): object {
    return {
      id: account.id,
      name: "Acme Corp",
      entity: "virtual_account",
      status: account.status,
      description: null,
      amount_paid: 0,
      notes: Object.keys(account.notes).length > 0 ? account.notes : [],
      customer_id: null,
      receivers: [
        {
          id: account.id.replace("va", "ba"),
          entity: "bank_account",
          ifsc: "RATN0VAAPIS",
          bank_name: "RBL Bank",
          name: "Acme Corp",
          notes: [],
          account_number: account.number,
        },
      ],
      allowed_payers: account.payers.map((one) => ({ type: "bank_account", ...one })),
      close_by: null,
      closed_at: account.status === "closed" ? seconds() : null,
      created_at: account.createdAt,
    };
  }

  function payerOf({ bank_account }: z.infer<typeof payer>) {
    payers += 1;
    return { id: sampleId("ba", 1_000 + payers), bank_account };
  }

  function create(body: string): StandInReply {
    const parsed = newAccount.safeParse(JSON.parse(body));
    if (!parsed.success) return refuseInvalid(parsed.error);
    const number = accounts.length + 1;
    const account = {
      id: sampleId("va", number),
      number: String(2_223_330_000_000_000 + number),
      notes: parsed.data.notes ?? {},
      createdAt: seconds(),
      payers: parsed.data.allowed_payers.map(payerOf),
      payersMin: parsed.data.allowed_payers.length,
      status: "active",
    };
    accounts.push(account);
    return { status: 200, json: accountJson(account) };
  }

  function change(account: Account, { method, body }: StandInRequest, rest: readonly string[]) {
    const [verb, payerId] = rest;
    if (method === "GET" && !verb) return { status: 200, json: accountJson(account) };
    if (method === "POST" && verb === "close") {
      account.status = "closed";
      return { status: 200, json: accountJson(account) };
    }
    if (method === "DELETE" && verb === "allowed_payers") {
      account.payers = account.payers.filter(({ id }) => id !== payerId);
      account.payersMin = Math.min(account.payersMin, account.payers.length);
      return { status: 200, json: null };
    }
    if (method === "POST" && verb === "allowed_payers") {
      const parsed = payer.safeParse(JSON.parse(body));
      if (!parsed.success) return refuseInvalid(parsed.error);
      if (account.payers.length >= 10) {
        return refuse("Only 10 allowed payer accounts can be added", { field: "allowed_payers" });
      }
      account.payers.push(payerOf(parsed.data));
      return { status: 200, json: accountJson(account) };
    }
    return undefined;
  }

  const pageOf = (all: readonly object[], query: URLSearchParams): StandInReply => {
    const count = Number(query.get("count") ?? 10);
    const skip = Number(query.get("skip") ?? 0);
    if (count > 100) return refuse("The count must be 100 at most", { field: "count" });
    const items = all.slice(skip, skip + count);
    return { status: 200, json: { entity: "collection", count: items.length, items } };
  };

  return {
    accounts: accounts as readonly Account[],
    answer(request: StandInRequest): StandInReply | undefined {
      const { method, path, query, body } = request;
      const [kind, id, ...rest] = path.replace("/v1/", "").split("/");
      if (kind === "payments" && method === "GET") {
        const payment = payments.find((one) => one.id === id);
        if (payment && rest[0] === "bank_transfer") return { status: 200, json: payment.transfer };
        const from = Number(query.get("from") ?? 0);
        const to = Number(query.get("to") ?? 2_147_483_647);
        const listed = payments
          .map((one) => one.payment)
          .filter(({ created_at: at }) => at >= from && at <= to);
        return id ? undefined : pageOf(listed.toReversed(), query);
      }
      if (kind !== "virtual_accounts") return undefined;
      if (!id && method === "POST") return create(body);
      if (!id && method === "GET") return pageOf(accounts.map(accountJson).toReversed(), query);
      const account = accounts.find((one) => one.id === id);
      return account
        ? change(account, request, rest)
        : refuse("The id provided does not exist", { reason: null });
    },

    /**
     * Takes a payment back by its UTR: refunds it, or loses a dispute about it, which leaves the
     * payment's record as it is. @returns the reference of the refund or dispute.
     */
    takeBack(utr: string, amount: number, how: "refund" | "dispute"): string {
      const found = payments.find(({ transfer }) => transfer.bank_reference === utr);
      if (!found) throw new Error(`The stand-in has no payment ${utr}`);
      takenBack += 1;
      const common = { payment_id: found.id, amount, currency: "INR", created_at: seconds() };
      if (how === "refund") {
        found.payment.amount_refunded += amount;
        const id = sampleId("rfnd", takenBack);
        const entity = { id, entity: "refund", ...common, status: "processed" };
        addWebhook("refund.processed", { refund: entity });
        return id;
      }
      const id = sampleId("disp", takenBack);
      const entity = { id, entity: "dispute", ...common, amount_deducted: amount, status: "lost" };
      addWebhook("payment.dispute.lost", { dispute: entity });
      return id;
    },

    /** Receives a transfer to the account's number; RazorpayX returns money of other senders. */
    receive(number: string, { amount, utr, from }: Credit): "credited" | "sent back" {
      const account = accounts.find((one) => one.number === number);
      const allowed = account?.payers.some(
        ({ bank_account: one }) =>
          one.account_number === from?.account_number && one.ifsc === from?.ifsc,
      );
      if (account?.status !== "active") return "sent back";
      if (account.payers.length > 0 && from && !allowed) return "sent back";
      const id = sampleId("pay", payments.length + 1);
      const payment = {
        id,
        entity: "payment",
        amount,
        currency: "INR",
        status: "captured",
        method: "bank_transfer",
        amount_refunded: 0,
        captured: true,
        fee: 590,
        tax: 90,
        created_at: seconds(),
      };
      const transfer = {
        id: id.replace("pay", "bt"),
        entity: "bank_transfer",
        payment_id: id,
        mode: "IMPS",
        bank_reference: utr,
        amount,
        payer_bank_account: from && { id: sampleId("ba", 1), entity: "bank_account", ...from },
        virtual_account_id: account.id,
      };
      payments.push({ payment, transfer, id });
      addWebhook("virtual_account.credited", {
        payment,
        virtual_account: accountJson(account),
        bank_transfer: transfer,
      });
      return "credited";
    },
  };
}
