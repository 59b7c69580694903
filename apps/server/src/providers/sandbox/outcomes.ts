import { maskAccountNumber, maskedEnd } from "../../money.ts";
import type { Report, Transfer } from "../provider.ts";

/** One thing that happens at the sandbox bank, so many settle times after the transfer came. */
export interface Step {
  readonly state: Report["state"];
  readonly afterSettleTimes: number;
  readonly reason?: string;
  /** Not told by itself: a status check has to ask. */
  readonly quiet?: true;
}

export interface Outcome {
  readonly steps: readonly Step[];
  /** Calls that are answered with 503 before the bank takes the transfer. */
  readonly refusedCalls?: number;
  /** The call breaks off although the bank has taken the transfer. */
  readonly timesOut?: true;
}

const success: Outcome = { steps: [{ state: "success", afterSettleTimes: 1 }] };
const failure: Outcome = {
  steps: [
    {
      state: "failed",
      afterSettleTimes: 1,
      reason: "The beneficiary's account is closed or invalid",
    },
  ],
};
const pending: Outcome = { steps: [] };
const slowFailure: Outcome = {
  steps: [
    {
      state: "failed",
      afterSettleTimes: 5,
      reason: "The beneficiary's bank did not accept the payment",
    },
  ],
};
const reversed: Outcome = {
  steps: [
    { state: "success", afterSettleTimes: 1 },
    {
      state: "reversed",
      afterSettleTimes: 4,
      reason: "The beneficiary's bank returned the payment",
    },
  ],
};
const timeout: Outcome = {
  steps: [{ state: "success", afterSettleTimes: 0, quiet: true }],
  timesOut: true,
};
const down: Outcome = { ...success, refusedCalls: 3 };

/** The beneficiaries that ask for an outcome; every other one is paid. */
const outcomes: Readonly<Record<string, Outcome>> = {
  "026291800001190/YESB0000262": failure,
  "007711000031/HDFC0000077": pending,
  "7766666351000/YESB0000001": slowFailure,
  "02014457596969/CITI0000001": reversed,
  "000000000504/HDFC0000504": timeout,
  "000000000503/HDFC0000503": down,
  "failure@upi": failure,
  "pending@upi": pending,
  "slowfail@upi": slowFailure,
  "reversed@upi": reversed,
  "timeout@upi": timeout,
  "down@upi": down,
};

export function outcomeFor(transfer: Transfer): Outcome {
  return outcomes[destinationOf(transfer)] ?? success;
}

function destinationOf({ to }: Transfer): string {
  return to.method === "upi" ? to.upiId.toLowerCase() : `${to.accountNumber}/${to.ifscCode}`;
}

/** What the bank's own record keeps of it. */
export function maskedDestinationOf({ to }: Transfer): string {
  return to.method === "upi"
    ? maskedEnd(to.upiId.slice(to.upiId.indexOf("@")))
    : `${maskAccountNumber(to.accountNumber)}/${to.ifscCode}`;
}
