import { createHmac } from "node:crypto";

/** RazorpayX's charge of each payout in paise; its `fees` include the tax. */
export const fee = { paise: 500, taxPaise: 90 };

export interface BookedPayout {
  readonly id: string;
  readonly key: string;
  readonly body: string;
  readonly amount: number;
  readonly mode: string;
  readonly purpose: string;
  readonly reference: string | null;
  readonly narration: string | null;
  readonly fundAccount: object;
  /** The beneficiary's account number or UPI id. */
  readonly to: string;
  readonly createdAt: number;
  status: string;
  utr: string | null;
  /** What the beneficiary's bank has sent back. */
  returned: number;
  fees: number;
  tax: number;
  details: Details | null;
}

export interface Details {
  readonly reason: string;
  readonly description: string;
  readonly source: string;
}

/** A webhook before it is signWebhook. */
export interface UnsignedWebhook {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** The outcome of special beneficiaries; the same beneficiaries as in the sandbox. */
const endOf: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  "026291800001190": ["failed", "bank_account_closed"],
  "failure@upi": ["failed", "beneficiary_vpa_invalid"],
  "02014457596969": ["reversed", "beneficiary_bank_rejected"],
  "7766666351000": ["reversed", "beneficiary_bank_offline"],
  "slowfail@upi": ["reversed", "beneficiary_bank_offline"],
  "007711000031": ["processing", "beneficiary_bank_confirmation_pending"],
  "pending@upi": ["processing", "beneficiary_bank_confirmation_pending"],
};

export const sampleId = (kind: string, number: number) =>
  `${kind}_${String(number).padStart(14, "0")}`;

/** The stand-in's own record: balance, payouts, payments and webhooks. */
export function openBooks(now: () => Date, balancePaise: number) {
  const behaviour = { lateUtr: false };
  const payouts = new Map<string, BookedPayout>();
  const paidKeys: string[] = [];
  const webhooks: UnsignedWebhook[] = [];
  let balance = balancePaise;
  let nextUtr = 523_200_000_001;

  function addWebhook(event: string, payload: object): void {
    const createdAt = Math.floor(now().getTime() / 1_000);
    const entities = Object.entries(payload).map(([name, entity]) => [name, { entity }]);
    webhooks.push({
      id: sampleId("evt", webhooks.length + 1),
      event,
      body: JSON.stringify({
        entity: "event",
        account_id: sampleId("acc", 1),
        event,
        contains: Object.keys(payload),
        payload: Object.fromEntries(entities),
        created_at: createdAt,
      }),
    });
  }

  function moveTo(payout: BookedPayout, status: string, reason?: string): void {
    const before = payout.status;
    const isDebited = before === "processing" || before === "processed";
    payout.status = status;
    payout.details = reason
      ? { reason, description: `As documented for ${reason}`, source: "beneficiary_bank" }
      : null;
    if (status === "processing" && !isDebited) {
      payout.fees = fee.paise + fee.taxPaise;
      payout.tax = fee.taxPaise;
      balance -= payout.amount + payout.fees;
    }
    if (status === "processed" && before !== "processed") {
      if (!isDebited) throw new Error(`A payout does not go from ${before} to processed`);
      if (!behaviour.lateUtr) assignUtr(payout);
      paidKeys.push(payout.key);
      payout.details = {
        reason: "payout_processed",
        description: "Payout is processed",
        source: "beneficiary_bank",
      };
    }
    if (["failed", "reversed", "cancelled", "rejected"].includes(status) && isDebited) {
      balance += payout.amount + payout.fees;
      if (status === "failed") payout.fees = payout.tax = 0;
    }
    addWebhook(`payout.${status === "processing" ? "initiated" : status}`, {
      payout: payoutJson(payout),
    });
  }

  /** Sends a part of a paid payout back, or all that is still out: then with its charge. */
  function returnPart(payout: BookedPayout, paise: number): void {
    const isWhole = payout.returned + paise === payout.amount;
    payout.returned += paise;
    payout.status = "reversed";
    payout.details = {
      reason: "beneficiary_bank_rejected",
      description: "As documented for beneficiary_bank_rejected",
      source: "beneficiary_bank",
    };
    balance += paise + (isWhole ? payout.fees : 0);
    addWebhook("payout.reversed", { payout: payoutJson(payout) });
  }

  function assignUtr(payout: BookedPayout): void {
    payout.utr = String(nextUtr);
    nextUtr += 1;
  }

  return {
    payouts,
    webhooks,
    behaviour,
    /** Assigns the UTRs of payouts that were paid without one, and reports them. */
    publishUtrs(): void {
      for (const payout of payouts.values()) {
        if (payout.status !== "processed" || payout.utr !== null) continue;
        assignUtr(payout);
        addWebhook("payout.updated", { payout: payoutJson(payout) });
      }
    },
    addWebhook,
    moveTo,
    returnPart,
    balance: () => balance,
    /** Changes the balance beside payouts and credits, such as a charge for the account. */
    correct(paise: number): void {
      balance += paise;
    },
    topUp(paise: number): void {
      balance += paise;
      for (const payout of payouts.values()) {
        if (payout.status !== "queued" || !covers(payout)) continue;
        moveTo(payout, "processing", "payout_bank_processing");
      }
    },
    covers,
    /** The idempotency key of each payment; a key that was paid twice is listed twice. */
    paidKeys: (): readonly string[] => paidKeys,
    timesPaid: (key: string) => paidKeys.filter((paid) => paid === key).length,
    /** Ends every payout in progress with its beneficiary's outcome. */
    settle(): void {
      for (const payout of payouts.values()) {
        if (payout.status !== "processing") continue;
        const [status, reason] = endOf[payout.to] ?? ["processed", undefined];
        if (status !== "processing") moveTo(payout, status, reason);
        else if (reason !== payout.details?.reason) moveTo(payout, status, reason);
      }
    },
  };

  function covers({ amount }: BookedPayout): boolean {
    return balance >= amount + fee.paise + fee.taxPaise;
  }
}

/** A payout in the API and in webhooks. */
export function payoutJson(payout: BookedPayout): object {
  return {
    id: payout.id,
    entity: "payout",
    fund_account_id: payout.id.replace("pout", "fa"),
    fund_account: payout.fundAccount,
    // The record of a payout that came back names what came back.
    amount: payout.returned > 0 ? payout.returned : payout.amount,
    currency: "INR",
    notes: [],
    fees: payout.fees,
    tax: payout.tax,
    status: payout.status,
    purpose: payout.purpose,
    utr: payout.utr,
    mode: payout.mode,
    reference_id: payout.reference,
    narration: payout.narration,
    batch_id: null,
    status_details: payout.details,
    created_at: payout.createdAt,
    fee_type: "",
  };
}

/** Signs like RazorpayX: hex HMAC-SHA256 of the raw body. */
export function signWebhook({ id, body }: UnsignedWebhook, secret: string) {
  return {
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
      "x-razorpay-event-id": id,
    },
    rawBody: Buffer.from(body),
  };
}
