import { compareProviders } from "@rokad/contract/books";
import { listDeposits } from "@rokad/contract/deposits";
import { listPayouts } from "@rokad/contract/payouts";
import { todayInIndia } from "@rokad/contract/fields";
import { getGstSummary, getStatement } from "@rokad/contract/reports";
import { listStatementLines } from "@rokad/contract/statement-import";
import { listSuspense } from "@rokad/contract/suspense";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { answered, paiseOf, type NamedObserver } from "./observer.ts";

/** What clients and super admins read. */
export const historyObservers: readonly NamedObserver[] = [
  answered(getBalance, ({ mobile, sentAt, at }, { data }, isFinal) => [
    {
      kind: "balance",
      tenant: mobile,
      availablePaise: paiseOf(data.main_balance),
      heldPaise: paiseOf(data.held_balance),
      owedPaise: paiseOf(data.receivable),
      sentAt,
      at,
      isFinal,
    },
  ]),
  answered(listPayouts, ({ mobile, sentAt, at, input }, { data, total, summary }, isFinal) => {
    if (input.query.status === "not_funded")
      return data.map(({ id, reference_id: reference }) => ({
        kind: "unfunded payout" as const,
        tenant: mobile,
        id,
        reference,
      }));
    return [
      ...data.map((payout) => ({
        kind: "payout" as const,
        tenant: mobile,
        id: payout.id,
        reference: payout.reference_id,
        status: payout.status,
        paise: paiseOf(payout.amount),
        feePaise: paiseOf(payout.txn_fee),
        gstPaise: paiseOf(payout.gst_amount),
        returnedPaise: paiseOf(payout.returned_amount),
        returnedChargePaise: paiseOf(payout.returned_charges),
        utr: payout.utr_number,
        to: payout.upi_id ?? payout.account_number ?? "",
        createdOn: todayInIndia(new Date(payout.created_at)),
        sentAt,
        at,
        isFinal,
      })),
      ...(isFinal && input.query.page === 1
        ? [
            {
              kind: "payout totals" as const,
              tenant: mobile,
              rows: total,
              paise: paiseOf(summary.total_amount),
              chargePaise: paiseOf(summary.total_charges),
              successes: summary.success_count,
            },
          ]
        : []),
    ];
  }),
  answered(listDeposits, ({ mobile, sentAt, at, input }, { data, total, summary }, isFinal) => [
    ...data.map((deposit) => ({
      kind: "deposit" as const,
      tenant: mobile,
      id: deposit._id,
      utr: deposit.utr_reference,
      status: deposit.status,
      paise: paiseOf(deposit.amount),
      ...(deposit.requested_amount && { requestedPaise: paiseOf(deposit.requested_amount) }),
      source: deposit.virtual_account ? ("virtual account" as const) : ("request" as const),
      sentAt,
      at,
      isFinal,
    })),
    ...(isFinal && input.query.page === 1
      ? [
          {
            kind: "deposit totals" as const,
            tenant: mobile,
            rows: total,
            completedPaise: paiseOf(summary.totals_by_status.completed.total_amount),
            completed: summary.totals_by_status.completed.count,
          },
        ]
      : []),
  ]),
  answered(listWalletHistory, ({ mobile, input }, { data, total, summary }) => [
    ...data.map((row) => ({
      kind: "wallet row" as const,
      tenant: mobile,
      paise: row.type === "debit" ? -paiseOf(row.amount) : paiseOf(row.amount),
      status: row.status,
      payout: row.payout?.id ?? null,
      deposit: row.deposit?.id ?? null,
    })),
    ...(input.query.page === 1
      ? [
          {
            kind: "wallet totals" as const,
            tenant: mobile,
            rows: total,
            creditPaise: paiseOf(summary.total_credits),
            debitPaise: paiseOf(summary.total_debits),
          },
        ]
      : []),
  ]),
  answered(getStatement, ({ mobile, input }, { data, summary }) => [
    ...data.map((line) => ({
      kind: "statement line" as const,
      tenant: mobile,
      entry: line.entry,
      what: line.kind,
      payout: line.payout_id,
      utr: line.utr,
      paise: line.credit ? paiseOf(line.credit) : -paiseOf(line.debit),
      balancePaise: paiseOf(line.balance),
    })),
    ...(input.query.page === 1
      ? [
          {
            kind: "statement totals" as const,
            tenant: mobile,
            openingPaise: paiseOf(summary.opening_balance),
            creditPaise: paiseOf(summary.total_credits),
            debitPaise: paiseOf(summary.total_debits),
            closingPaise: paiseOf(summary.closing_balance),
          },
        ]
      : []),
  ]),
  answered(getGstSummary, ({ mobile }, { data: { total } }) => [
    {
      kind: "GST totals",
      tenant: mobile,
      feePaise: paiseOf(total.taxable_value),
      gstPaise: paiseOf(total.gst),
    },
  ]),
  answered(listSuspense, (_, { data }, isFinal) =>
    isFinal
      ? data.map(({ id, utr_reference: utr, amount, status }) => ({
          kind: "suspense" as const,
          id,
          utr,
          paise: paiseOf(amount),
          status,
        }))
      : [],
  ),
  answered(listStatementLines, (_, { data }, isFinal) =>
    isFinal
      ? data.flatMap(({ outcome, deposit }) =>
          outcome === "taken_back" && deposit?.status === "completed"
            ? [{ kind: "contradiction" as const, deposit: deposit.id }]
            : [],
        )
      : [],
  ),
  answered(compareProviders, (_, { data }) =>
    data.map(({ name, ours, theirs }) => ({
      kind: "provider totals" as const,
      bank: name,
      ourCount: ours.count,
      ourPaise: paiseOf(ours.amount),
      theirCount: theirs?.count ?? null,
      theirPaise: theirs ? paiseOf(theirs.amount) : null,
    })),
  ),
];
