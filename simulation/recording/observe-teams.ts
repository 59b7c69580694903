import { saveApprovalPolicy, type BandForm } from "@rokad/contract/approval-policies";
import { approvePayoutBatch, submitPayoutBatch } from "@rokad/contract/batch-approvals";
import type { Answer, Call } from "@rokad/contract/call";
import type { PayoutBatch } from "@rokad/contract/payout-batch";
import {
  changeBatchRows,
  createPayoutBatch,
  getPayoutBatch,
  listBatchRows,
  listPayoutBatches,
  runPayoutBatch,
} from "@rokad/contract/payout-batches";
import {
  createPaymentRequest,
  editPaymentRequest,
  listPaymentRequests,
} from "@rokad/contract/payment-requests";
import type { Input } from "@rokad/contract/call";
import { approvePaymentRequests } from "@rokad/contract/request-decisions";
import type { Observation, ObservationOf } from "../checker/observations.ts";
import type { RequestAnswer } from "../checker/request-observations.ts";
import { answered, orderedPaise, paiseOf, type Exchange, type NamedObserver } from "./observer.ts";
import { parseCsv } from "./parse-csv.ts";

/** What people of a business prepare, approve and start, and what became of it. */
export const teamObservers: readonly NamedObserver[] = [
  sent(saveApprovalPolicy, (exchange) => [
    {
      kind: "approval policy",
      tenant: exchange.business,
      ...timesOf(exchange),
      bands: exchange.input.body.bands.map(bandOf),
      ...answerOf(exchange, (body) => body.data.id),
    },
  ]),
  sent(createPaymentRequest, (exchange) => requestSent(exchange, exchange.input.body.payout)),
  sent(editPaymentRequest, (exchange) => requestSent(exchange, exchange.input.body.payout)),
  sent(approvePaymentRequests, (exchange) =>
    exchange.input.body.requests.map(({ id, content_hash: hash }) => ({
      kind: "approval" as const,
      subject: "payment request" as const,
      ...signedBy(exchange),
      id,
      hash,
      ...(exchange.result?.ok
        ? {
            answer: outcomeOf(exchange.result.body.data, id),
            lostBefore: exchange.result.lostBefore,
          }
        : answerOf(exchange, () => id)),
    })),
  ),
  sent(createPayoutBatch, (exchange) => {
    const rows = parseCsv(Buffer.from(exchange.input.body.content, "base64").toString("utf8"));
    return [
      ...rows.flatMap((row) => {
        const { Remarks: order = "", Amount: rupees = "" } = row;
        if (order === "") return [];
        const to = row["UPI ID"] || row["Account number"] || "";
        return [orderOf(exchange, { order, paise: orderedPaise(Number(rupees)), to })];
      }),
      ...batchPrepared(exchange, (body) => body.data, { isSubmitted: false }),
    ];
  }),
  sent(changeBatchRows, (exchange) => [
    ...exchange.input.body.changes.flatMap(({ fields }) => {
      const { remarks: order, amount } = fields ?? {};
      if (order === undefined || amount === undefined) return [];
      const row = exchange.result?.ok
        ? exchange.result.body.data.rows.find((one) => one.fields.remarks === order)
        : undefined;
      // The account stays as it was in the file, which the answer repeats.
      const to = row?.fields.upi_id || row?.fields.account_number || "";
      return [orderOf(exchange, { order, paise: orderedPaise(Number(amount)), to })];
    }),
    ...batchPrepared(exchange, (body) => body.data.batch, { isSubmitted: false }),
  ]),
  sent(submitPayoutBatch, (exchange) =>
    batchPrepared(exchange, (body) => body.data, { isSubmitted: true }),
  ),
  sent(runPayoutBatch, (exchange) => [batchSigned("batch start", exchange)]),
  sent(approvePayoutBatch, (exchange) => [batchSigned("approval", exchange)]),
  answered(getPayoutBatch, ({ business }, { data }) => progressOf(business, data)),
  answered(listPayoutBatches, ({ business }, { data }, isFinal) =>
    data.flatMap((batch) => [
      ...progressOf(business, batch),
      ...(isFinal ? [finalContent(business, "batch", batch, batch.file_name)] : []),
    ]),
  ),
  answered(listBatchRows, ({ business, input }, { data }, isFinal) =>
    isFinal
      ? data.flatMap(({ state, fields, amount, txn_fee: fee, gst_amount: gst, payout }) =>
          state === "removed" || state === "wrong" || state === "ready"
            ? []
            : [
                {
                  kind: "order end" as const,
                  tenant: business,
                  subject: "batch" as const,
                  id: input.params.id,
                  order: fields.remarks ?? "",
                  paise: paiseOf(amount),
                  feePaise: paiseOf(fee),
                  gstPaise: paiseOf(gst),
                  part: state === "sent" ? ("waiting" as const) : state,
                  payout: payout && { id: payout.id, reference: payout.reference_id },
                },
              ],
        )
      : [],
  ),
  answered(listPaymentRequests, ({ business }, { data }, isFinal) =>
    isFinal
      ? data.flatMap((request) => [
          finalContent(business, "payment request", request, request.remarks ?? ""),
          {
            kind: "order end" as const,
            tenant: business,
            subject: "payment request" as const,
            id: request.id,
            order: request.remarks ?? "",
            paise: paiseOf(request.amount),
            feePaise: paiseOf(request.txn_fee),
            gstPaise: paiseOf(request.gst_amount),
            part: null,
            payout: request.payout && {
              id: request.payout.id,
              reference: request.payout.reference_id,
            },
          },
        ])
      : [],
  ),
];

/** What a person sent, whatever the answer was. */
function sent<C extends Call>(
  { name }: C,
  read: (exchange: Exchange<C>) => readonly Observation[],
): NamedObserver {
  return [name, (exchange) => read(exchange as unknown as Exchange<C>)];
}

const timesOf = ({ sentAt, at }: Pick<Exchange, "sentAt" | "at">) => ({ sentAt, at });

const signedBy = (exchange: Pick<Exchange, "business" | "mobile" | "sentAt" | "at">) => ({
  tenant: exchange.business,
  by: exchange.mobile,
  sentAt: exchange.sentAt,
  at: exchange.at,
});

function answerOf<C extends Call>(
  { result }: Exchange<C>,
  idOf: (body: Answer<C>) => string,
): { readonly answer: RequestAnswer; readonly lostBefore: boolean } {
  if (!result) return { answer: { none: true }, lostBefore: true };
  const { lostBefore } = result;
  return result.ok
    ? { answer: { accepted: { id: idOf(result.body) } }, lostBefore }
    : { answer: { refused: result.code }, lostBefore };
}

function outcomeOf(
  outcomes: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly code: string | null;
  }[],
  id: string,
): RequestAnswer {
  const one = outcomes.find((outcome) => outcome.id === id);
  return one && one.outcome !== "refused"
    ? { accepted: { id } }
    : { refused: one?.code ?? "refused" };
}

const bandOf = ({ amount_up_to: rupees, steps }: BandForm) => ({
  upToPaise: rupees === null ? null : orderedPaise(rupees),
  steps: steps.map(({ approvals, roles }) => ({ approvals, roles: [...roles] })),
});

function orderOf(
  exchange: Pick<Exchange, "business" | "mobile" | "sentAt" | "at">,
  order: Pick<ObservationOf<"prepared order">, "order" | "paise" | "to">,
): ObservationOf<"prepared order"> {
  return { kind: "prepared order", ...signedBy(exchange), ...order };
}

function requestSent(
  exchange: Exchange<typeof createPaymentRequest> | Exchange<typeof editPaymentRequest>,
  payout: Input<typeof createPaymentRequest | typeof editPaymentRequest>["body"]["payout"],
): Observation[] {
  const to =
    payout.method === "upi"
      ? payout.upi_id
      : payout.method === "imps"
        ? payout.account_number
        : payout.destination_id;
  const name = payout.remarks ?? "";
  const { result } = exchange;
  return [
    orderOf(exchange, { order: name, paise: orderedPaise(payout.amount ?? 0), to }),
    ...(result?.ok
      ? [
          {
            kind: "preparation" as const,
            subject: "payment request" as const,
            ...signedBy(exchange),
            id: result.body.data.id,
            hash: result.body.data.content_hash,
            name,
            isSubmitted: true,
          },
        ]
      : []),
  ];
}

function batchPrepared<C extends Call>(
  exchange: Exchange<C>,
  batchOf: (body: Answer<C>) => Pick<PayoutBatch, "id" | "content_hash" | "file_name">,
  { isSubmitted }: { readonly isSubmitted: boolean },
): Observation[] {
  if (!exchange.result?.ok) return [];
  const { id, content_hash: hash, file_name: name } = batchOf(exchange.result.body);
  const by = signedBy(exchange);
  return [{ kind: "preparation", subject: "batch", ...by, id, hash, name, isSubmitted }];
}

function batchSigned(
  kind: "approval" | "batch start",
  exchange: Exchange<typeof runPayoutBatch> | Exchange<typeof approvePayoutBatch>,
): Observation {
  const { params, body } = exchange.input;
  return {
    kind,
    subject: "batch",
    ...signedBy(exchange),
    id: params.id,
    hash: body.content_hash,
    ...answerOf(exchange as Exchange<typeof approvePayoutBatch>, () => params.id),
  };
}

function progressOf(
  tenant: string,
  { id, progress }: Pick<PayoutBatch, "id" | "progress">,
): Observation[] {
  if (!progress) return [];
  const part = ({ count, amount }: { count: number; amount: PayoutBatch["amount"] }) => ({
    count,
    paise: paiseOf(amount),
  });
  const { total, paid, failed, cancelled, waiting } = progress;
  return [
    {
      kind: "batch progress",
      tenant,
      id,
      total: part(total),
      paid: part(paid),
      failed: part(failed),
      cancelled: part(cancelled),
      waiting: part(waiting),
    },
  ];
}

function finalContent(
  tenant: string,
  subject: "batch" | "payment request",
  { id, content_hash: hash }: { readonly id: string; readonly content_hash: string | null },
  name: string,
): Observation {
  return { kind: "final content", tenant, subject, id, name, hash };
}
