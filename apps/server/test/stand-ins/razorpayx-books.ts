import { createHmac } from "node:crypto";

/** RazorpayX's fee for each payout, tax apart, in paise; it answers `fees` with the tax inside. */
export const fee = { paise: 500, taxPaise: 90 };

export interface KeptPayout {
  readonly id: string;
  readonly key: string;
  readonly body: string;
  readonly amount: number;
  readonly mode: string;
  readonly reference: string | null;
  readonly narration: string | null;
  readonly fundAccount: object;
  /** The beneficiary's account number or UPI id. */
  readonly to: string;
  readonly createdAt: number;
  status: string;
  utr: string | null;
  fees: number;
  tax: number;
  details: Details | null;
}

export interface Details {
  readonly reason: string;
  readonly description: string;
  readonly source: string;
}

/** A webhook as it would be sent, before it is signed. */
export interface Told {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** What a beneficiary comes to when `settle` is called: the sandbox's own, so that forms fit both. */
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

/** The far side's own books: what it has, what it took, what it paid, and what it told of it. */
export function openBooks(now: () => Date, balancePaise: number) {
  const habits = { lateUtr: false };
  const payouts = new Map<string, KeptPayout>();
  const paidKeys: string[] = [];
  const told: Told[] = [];
  let balance = balancePaise;
  let nextUtr = 523_200_000_001;

  function tell(event: string, payload: object): void {
    const createdAt = Math.floor(now().getTime() / 1_000);
    const entities = Object.entries(payload).map(([name, entity]) => [name, { entity }]);
    told.push({
      id: sampleId("evt", told.length + 1),
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

  function moveTo(payout: KeptPayout, status: string, reason?: string): void {
    const had = payout.status;
    const isDebited = had === "processing" || had === "processed";
    payout.status = status;
    payout.details = reason
      ? { reason, description: `As documented for ${reason}`, source: "beneficiary_bank" }
      : null;
    if (status === "processing" && !isDebited) {
      payout.fees = fee.paise + fee.taxPaise;
      payout.tax = fee.taxPaise;
      balance -= payout.amount + payout.fees;
    }
    if (status === "processed" && had !== "processed") {
      if (!isDebited) throw new Error(`A payout does not go from ${had} to processed`);
      if (!habits.lateUtr) giveUtr(payout);
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
    tell(`payout.${status === "processing" ? "initiated" : status}`, { payout: shown(payout) });
  }

  function giveUtr(payout: KeptPayout): void {
    payout.utr = String(nextUtr);
    nextUtr += 1;
  }

  return {
    payouts,
    told,
    habits,
    /** The bank tells the UTR of what was paid before. */
    tellUtrs(): void {
      for (const payout of payouts.values()) {
        if (payout.status !== "processed" || payout.utr !== null) continue;
        giveUtr(payout);
        tell("payout.updated", { payout: shown(payout) });
      }
    },
    tell,
    moveTo,
    balance: () => balance,
    topUp(paise: number): void {
      balance += paise;
      for (const payout of payouts.values()) {
        if (payout.status !== "queued" || !covers(payout)) continue;
        moveTo(payout, "processing", "payout_bank_processing");
      }
    },
    covers,
    /** The key of each payment, as often as it was paid. */
    paidKeys: (): readonly string[] => paidKeys,
    timesPaid: (key: string) => paidKeys.filter((paid) => paid === key).length,
    /** Every payout under way comes to what its beneficiary stands for. */
    settle(): void {
      for (const payout of payouts.values()) {
        if (payout.status !== "processing") continue;
        const [status, reason] = endOf[payout.to] ?? ["processed", undefined];
        if (status !== "processing") moveTo(payout, status, reason);
        else if (reason !== payout.details?.reason) moveTo(payout, status, reason);
      }
    },
  };

  function covers({ amount }: KeptPayout): boolean {
    return balance >= amount + fee.paise + fee.taxPaise;
  }
}

/** A payout as the API and the webhooks show it. */
export function shown(payout: KeptPayout): object {
  return {
    id: payout.id,
    entity: "payout",
    fund_account_id: payout.id.replace("pout", "fa"),
    fund_account: payout.fundAccount,
    amount: payout.amount,
    currency: "INR",
    notes: [],
    fees: payout.fees,
    tax: payout.tax,
    status: payout.status,
    purpose: "payout",
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

/** As RazorpayX signs: hex HMAC-SHA256 of the raw body. */
export function signed({ id, body }: Told, secret: string) {
  return {
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
      "x-razorpay-event-id": id,
    },
    rawBody: Buffer.from(body),
  };
}
