import type { SandboxOutcome } from "@rokad/contract/sandbox-outcomes";
import { maskAccountNumber, maskEnd } from "../../kernel/money.ts";
import type { ProviderUpdate, Transfer } from "../transfer.ts";

/** A state change at the sandbox bank, some multiple of the settle time after the transfer. */
export interface Step {
  readonly state: ProviderUpdate["state"];
  readonly afterSettleTimes: number;
  readonly reason?: string;
  /** The bank sends back only a half of the amount, rounded down; the transfer stays paid. */
  readonly half?: true;
  /** The bank sends no update: only a status check finds it. */
  readonly quiet?: true;
}

export interface Outcome {
  readonly steps: readonly Step[];
  /** The number of calls answered with 503 before the bank takes the transfer. */
  readonly refusedCalls?: number;
  /** The call times out although the bank has taken the transfer. */
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
const halfReturned: Outcome = {
  steps: [
    { state: "success", afterSettleTimes: 1 },
    {
      state: "reversed",
      afterSettleTimes: 4,
      half: true,
      reason: "The beneficiary's bank returned a part of the payment",
    },
  ],
};
const timeout: Outcome = {
  steps: [{ state: "success", afterSettleTimes: 0, quiet: true }],
  timesOut: true,
};
const down: Outcome = { ...success, refusedCalls: 3 };

/** The beneficiaries with a special outcome; every other one is paid. */
const outcomes: Readonly<Record<string, Outcome>> = {
  "026291800001190/YESB0000262": failure,
  "007711000031/HDFC0000077": pending,
  "7766666351000/YESB0000001": slowFailure,
  "02014457596969/CITI0000001": reversed,
  "02014457596970/CITI0000001": halfReturned,
  "000000000504/HDFC0000504": timeout,
  "000000000503/HDFC0000503": down,
  "failure@upi": failure,
  "pending@upi": pending,
  "slowfail@upi": slowFailure,
  "reversed@upi": reversed,
  "partial@upi": halfReturned,
  "timeout@upi": timeout,
  "down@upi": down,
};

export function outcomeFor(transfer: Transfer): Outcome {
  return outcomes[destinationOf(transfer)] ?? success;
}

/** What an integrator chose for a transfer. */
export interface Choice {
  readonly outcome: SandboxOutcome;
  /** Null for a success. */
  readonly reason: string | null;
}

const outcomeOfName: Readonly<Record<SandboxOutcome, Outcome>> = {
  success,
  failed: failure,
  returned: reversed,
};

export function outcomeOfChoice({ outcome, reason }: Choice): Pick<Outcome, "steps"> {
  const { steps } = outcomeOfName[outcome];
  if (reason === null) return { steps };
  return { steps: steps.map((step) => (step.reason === undefined ? step : { ...step, reason })) };
}

/** The reason that the sandbox names for an outcome; null for a success. */
export function reasonOfChoice(outcome: SandboxOutcome): string | null {
  return outcomeOfName[outcome].steps.at(-1)?.reason ?? null;
}

function destinationOf({ to }: Transfer): string {
  return to.method === "upi" ? to.upiId.toLowerCase() : `${to.accountNumber}/${to.ifscCode}`;
}

/** The masked destination in the bank's own record. */
export function maskDestination({ to }: Transfer): string {
  return to.method === "upi"
    ? maskEnd(to.upiId.slice(to.upiId.indexOf("@")))
    : `${maskAccountNumber(to.accountNumber)}/${to.ifscCode}`;
}
