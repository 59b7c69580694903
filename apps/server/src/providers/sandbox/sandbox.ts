import { limits } from "@rokad/contract/limits";
import { type Provider } from "../provider.ts";
import { type ListedTransfer, type ProviderUpdate } from "../transfer.ts";
import { assertLeased } from "../../kernel/outbound-call.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { bankTransfers, type BankTransfer, type ListedRow } from "./bank-transfers.ts";
import { sandboxVirtualAccounts } from "./virtual-accounts.ts";
import { validateAtSandbox } from "./validate-account.ts";
import { outcomeFor } from "./outcomes.ts";

/**
 * A provider that moves play money and keeps its own record. Each transfer succeeds after
 * `settleMs`, and the bank sends an update; `outcomes.ts` lists the beneficiaries with another
 * outcome.
 */
export function sandboxProvider({ settleMs }: { settleMs: number }): Provider {
  const bank = bankTransfers({ settleMs });
  return {
    name: "sandbox",
    missingSettings: async () => [],
    amountPaiseMax: { upi: BigInt(limits.payoutPaiseMax), imps: BigInt(limits.payoutPaiseMax) },

    async send(transfer) {
      const outcome = outcomeFor(transfer);
      assertLeased(transfer);
      if (await bank.isRefusingCalls(transfer.idempotencyKey, outcome.refusedCalls ?? 0)) {
        throw new OutcomeUnknownError("The sandbox bank answered 503");
      }
      const { row, isNew } = await bank.take(transfer, outcome);
      if (isNew && outcome.timesOut) throw new OutcomeUnknownError("The sandbox bank timed out");
      return updateOf(row);
    },

    async checkStatus(reference) {
      const row = await bank.find(reference);
      return row && updateOf(row);
    },

    validate: (request) => validateAtSandbox(request, settleMs),

    probe: () => bank.probe(),
    balance: () => bank.balance(),
    totals: (from, to) => bank.totals(from, to),

    async *list(from, to) {
      for await (const page of bank.list(from, to)) yield page.map(listedTransferOf);
    },

    accountCredits: (from, to) => bank.accountCredits(from, to),

    virtualAccounts: sandboxVirtualAccounts,

    async deliverUpdates(receive) {
      return bank.deliver((due) =>
        receive(due.map((transfer) => ({ ...updateOf(transfer), reference: transfer.reference }))),
      );
    },
  };
}

function listedTransferOf(row: ListedRow): ListedTransfer {
  const update = updateOf(row);
  return {
    ...update,
    reference: row.reference,
    // A planted duplicate has its own reference, which no payout has.
    providerReference: row.is_planted ? row.idempotency_key : `sandbox-${row.reference}`,
    amountPaise: update.amountPaise ?? null,
    createdAt: row.created_at,
  };
}

function updateOf(transfer: BankTransfer): ProviderUpdate {
  const { utr, reason, reference, returned_paise: backPaise, ...charge } = transfer;
  // A transfer of which a part came back is reported by that return.
  const isPart = transfer.state === "success" && backPaise > 0n;
  const state = isPart ? "reversed" : transfer.state;
  return {
    state,
    amountPaise: isPart ? backPaise : transfer.amount_paise,
    rawState: isPart ? "partly_returned" : state,
    ...(isPart && { returnReference: `sandbox-return-${reference}` }),
    providerReference: `sandbox-${reference}`,
    ...(utr && { utr }),
    ...(reason && { reason }),
    ...(charge.fee_paise !== null && {
      charge: { feePaise: charge.fee_paise, taxPaise: charge.tax_paise ?? 0n },
    }),
  };
}
