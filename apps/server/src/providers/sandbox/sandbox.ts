import { limits } from "@rokad/contract/limits";
import {
  OutcomeUnknownError,
  type ListedTransfer,
  type Provider,
  type Report,
} from "../provider.ts";
import { bankTransfers, type BankTransfer, type ListedRow } from "./bank-transfers.ts";
import { sandboxVirtualAccounts } from "./virtual-accounts.ts";
import { nameAtSandbox } from "./names.ts";
import { outcomeFor } from "./outcomes.ts";

/**
 * A provider that moves play money and keeps its own record of it. Each transfer reaches its
 * end by itself after `settleMs`, and the end is told by a notice; `outcomes.ts` holds the
 * beneficiaries that ask for something else.
 */
export function sandboxProvider({ settleMs }: { settleMs: number }): Provider {
  const bank = bankTransfers({ settleMs });
  return {
    name: "sandbox",
    missingSettings: async () => [],
    amountPaiseMax: { upi: BigInt(limits.payoutPaiseMax), imps: BigInt(limits.payoutPaiseMax) },

    async send(transfer) {
      const outcome = outcomeFor(transfer);
      if (await bank.isRefusingCalls(transfer.idempotencyKey, outcome.refusedCalls ?? 0)) {
        throw new OutcomeUnknownError("The sandbox bank answered 503");
      }
      const { taken, isNew } = await bank.take(transfer, outcome);
      if (isNew && outcome.timesOut) throw new OutcomeUnknownError("The sandbox bank timed out");
      return reportOf(taken);
    },

    async look(reference) {
      const found = await bank.find(reference);
      return found && reportOf(found);
    },

    validate: (asked) => nameAtSandbox(asked, settleMs),

    probe: () => bank.answer(),
    balance: () => bank.balance(),
    totals: (from, to) => bank.totals(from, to),

    async *list(from, to) {
      for await (const page of bank.list(from, to)) yield page.map(listed);
    },

    virtualAccounts: sandboxVirtualAccounts,

    async deliverNotices(receive) {
      return bank.deliver((due) =>
        receive(due.map((transfer) => ({ ...reportOf(transfer), reference: transfer.reference }))),
      );
    },
  };
}

function listed(row: ListedRow): ListedTransfer {
  return {
    ...reportOf(row),
    reference: row.reference,
    // One that was put into its record beside another has the name of its own that no payout has.
    providerReference: row.is_planted ? row.idempotency_key : `sandbox-${row.reference}`,
    amountPaise: row.amount_paise,
    createdAt: row.created_at,
  };
}

function reportOf({ state, utr, reason, reference, ...charged }: BankTransfer): Report {
  return {
    state,
    rawState: state,
    providerReference: `sandbox-${reference}`,
    ...(utr && { utr }),
    ...(reason && { reason }),
    ...(charged.fee_paise !== null && {
      charge: { feePaise: charged.fee_paise, taxPaise: charged.tax_paise ?? 0n },
    }),
  };
}
