/** A transfer's state: Cashfree's status and status code. */
export type Step = readonly [status: string, statusCode: string];

export interface NewTransfer {
  readonly transferId: string;
  readonly paise: bigint;
  readonly mode: string;
  readonly instrument: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface BookedTransfer extends NewTransfer {
  readonly cfTransferId: string;
  at: number;
  /** What the beneficiary's bank has sent back. */
  returned: bigint;
  /** What Cashfree kept of a return as its charge, in paise. */
  kept: bigint;
}

const received: Step = ["RECEIVED", "RECEIVED"];
export const pending: Step = ["PENDING", "PENDING"];
export const sentOn: Step = ["SUCCESS", "SENT_TO_BENEFICIARY"];
export const completed: Step = ["SUCCESS", "COMPLETED"];
const returnedStep: Step = ["REVERSED", "RETURNED_FROM_BENEFICIARY"];
const failed: Step = ["FAILED", "INVALID_ACCOUNT_FAIL"];

const feePaise = 1_00n;
const taxPaise = 18n;
/** What Cashfree takes for a paid transfer, its tax included. */
export const cashfreeChargePaise = Number(feePaise + taxPaise);

/** The stand-in's own record of what it has taken and paid. */
export function cashfreeBooks() {
  const transfers = new Map<string, BookedTransfer>();
  const events: object[] = [];
  let balancePaise = 10_00_00_000_00n;

  function addEvent(transfer: BookedTransfer): void {
    const [status] = stepOf(transfer);
    const name = eventNames[status];
    if (name === undefined) return;
    const data = transferJson(transfer);
    events.push({
      data,
      event_time: "2026-07-25T17:43:37",
      // The documentation has this pair both ways round, so nothing may depend on it.
      type: data["status_code"] === "COMPLETED" ? "TRANSFER_ACKNOWLEDGED" : name,
    });
  }

  function advance(transfer: BookedTransfer): void {
    const before = isPaid(transfer);
    transfer.at += 1;
    if (!before && isPaid(transfer)) balancePaise -= transfer.paise + feePaise + taxPaise;
    // A return brings the amount back, and Cashfree keeps its charge.
    if (before && !isPaid(transfer)) balancePaise += transfer.paise;
    addEvent(transfer);
  }

  return {
    find: (by: { transferId?: string | null; cfTransferId?: string | null }) =>
      [...transfers.values()].find(
        (one) => one.transferId === by.transferId || one.cfTransferId === by.cfTransferId,
      ),
    has: (transferId: string) => transfers.has(transferId),
    take(transfer: NewTransfer): BookedTransfer {
      const created = {
        ...transfer,
        steps: [received, ...transfer.steps],
        cfTransferId: String(100_000 + transfers.size),
        at: 0,
        returned: 0n,
        kept: 0n,
      };
      transfers.set(transfer.transferId, created);
      return created;
    },
    /** Takes the next step of one transfer. */
    step(transferId: string): void {
      const transfer = transfers.get(transferId);
      if (transfer && transfer.at < transfer.steps.length - 1) advance(transfer);
    },
    /** Takes every transfer to its last step. */
    settle(): void {
      for (const transfer of transfers.values()) {
        while (transfer.at < transfer.steps.length - 1) advance(transfer);
      }
    },
    /** Ends an unpaid transfer as failed, as Cashfree's support can. */
    endUnpaid(transferId: string): void {
      const transfer = transfers.get(transferId);
      if (!transfer || isPaid(transfer)) return;
      transfers.set(transferId, { ...transfer, steps: [...transfer.steps, failed] });
      this.step(transferId);
    },
    /** Sends a part of a paid transfer back, or all that is still out. */
    returnPart(transferId: string, paise: bigint): void {
      const transfer = transfers.get(transferId);
      if (!transfer) throw new Error(`The stand-in has no transfer ${transferId}`);
      const steps = [...transfer.steps.slice(0, transfer.at + 1), returnedStep];
      const after = {
        ...transfer,
        steps,
        at: steps.length - 1,
        returned: transfer.returned + paise,
      };
      transfers.set(transferId, after);
      balancePaise += paise;
      addEvent(after);
    },
    /**
     * Returns a paid transfer less the charge: the charge is taken out of what comes back instead of
     * beside the payment.
     */
    returnKeepingCharge(transferId: string): void {
      const transfer = transfers.get(transferId);
      if (!transfer) throw new Error(`The stand-in has no transfer ${transferId}`);
      const kept = feePaise + taxPaise;
      this.returnPart(transferId, transfer.paise - kept);
      const after = transfers.get(transferId);
      if (after) transfers.set(transferId, { ...after, kept });
      balancePaise += kept;
    },
    events: (): readonly object[] => events,
    timesPaid: (transferId: string) => {
      const transfer = transfers.get(transferId);
      return transfer && isPaid(transfer) ? 1 : 0;
    },
    all: (): readonly BookedTransfer[] => [...transfers.values()],
    transferJson,
    balancePaise: () => balancePaise,
    /** Changes the balance beside transfers, such as a charge for the account. */
    correctBalance(paise: bigint): void {
      balancePaise += paise;
    },
  };
}
export type CashfreeBooks = ReturnType<typeof cashfreeBooks>;

const eventNames: Readonly<Record<string, string>> = {
  SUCCESS: "TRANSFER_SUCCESS",
  FAILED: "TRANSFER_FAILED",
  REJECTED: "TRANSFER_REJECTED",
  REVERSED: "TRANSFER_REVERSED",
};

const stepOf = ({ steps, at }: BookedTransfer): Step => steps[at] ?? received;
const isPaid = (transfer: BookedTransfer) => stepOf(transfer)[0] === "SUCCESS";

/** A transfer in answers and events. */
function transferJson(transfer: BookedTransfer): Readonly<Record<string, unknown>> {
  const [status, statusCode] = stepOf(transfer);
  const hasGone = ["SUCCESS", "REVERSED"].includes(status);
  return {
    transfer_id: transfer.transferId,
    cf_transfer_id: transfer.cfTransferId,
    status,
    status_code: statusCode,
    status_description: `About ${Object.values(transfer.instrument).join(" ")}`,
    beneficiary_details: { beneficiary_instrument_details: transfer.instrument },
    // The record of a transfer that came back names what came back.
    transfer_amount: Number(transfer.returned > 0n ? transfer.returned : transfer.paise) / 100,
    ...(hasGone && { transfer_service_charge: 1, transfer_service_tax: 0.18 }),
    ...(hasGone && { transfer_utr: utrOf(transfer) }),
    transfer_mode: transfer.mode === "upi" ? "UPI" : "BANK",
    fundsource_id: "CASHFREE_1",
    added_on: "2026-07-25T12:13:25Z",
    updated_on: "2026-07-25T12:13:37Z",
  };
}

export const utrOf = ({ cfTransferId }: BookedTransfer) => cfTransferId.padStart(12, "6");
