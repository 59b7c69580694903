import { approvePayoutBatch, submitPayoutBatch } from "@rokad/contract/batch-approvals";
import { batchActsIn, type BatchFunding } from "@rokad/contract/batch-states";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { runPayoutBatch } from "@rokad/contract/payout-batches";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { AdviceChoice } from "../common/payouts/advice-choice.tsx";
import { ConfirmDialog } from "../common/payouts/confirm-dialog.tsx";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { accountsText, rowsText } from "./batch-labels.ts";
import { refreshBatches } from "./refresh-batches.ts";

interface StartDialogProps {
  batch: PayoutBatchDetail;
  act: "run" | "submit" | "approve";
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const fundings = [
  { value: "whole", label: t`All rows or none` },
  { value: "in_order", label: t`In order; the rest waits for funds` },
] as const;

const titles = {
  run: t`Pay this batch?`,
  submit: t`Submit this batch?`,
  approve: t`Approve this batch?`,
} as const;

/** Repeats what one signature pays, or what is submitted, and does it. */
export function StartDialog({ batch, act, open, onClose, onClosed }: StartDialogProps) {
  const { check, amount } = batch;
  const [funding, setFunding] = useState<BatchFunding>(batch.funding);
  const [sendsAdvices, setSendsAdvices] = useState(batch.send_advices);
  // Of the rows as they were on opening: those that changed since are signed in a new dialog only.
  const [{ content_hash: hash }] = useState(batch);
  const params = { id: batch.id };
  const content = { content_hash: hash ?? "" };
  const repeated = check ? check.repeated_in_file + check.repeated_before : 0;

  function confirm(): Promise<{ message: string }> {
    const start = { ...content, funding, send_advices: sendsAdvices };
    if (act === "submit") return send(submitPayoutBatch, { params, body: start });
    if (act === "approve")
      return sendIdempotent(
        approvePayoutBatch,
        { params, body: content },
        { keptMs: approvalKeptMs },
      );
    return sendIdempotent(runPayoutBatch, { params, body: start }, { keptMs: approvalKeptMs });
  }

  return (
    <ConfirmDialog
      title={titles[act]}
      description={
        act === "submit"
          ? t`Nothing is paid before the last approval. The rows stay as they are from now on.`
          : t`One signature covers exactly these rows, at these charges.`
      }
      action={
        act === "submit"
          ? t`Submit for approval`
          : `${act === "approve" ? t`Sign and approve` : t`Confirm and pay`} ${formatMoney(amount)}`
      }
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      isPossible={batchActsIn[batch.state].includes(act) && batch.content_hash === hash}
      confirm={confirm}
      refresh={refreshBatches}
    >
      <Details
        of={[
          { label: t`File`, value: batch.file_name },
          { label: t`Payouts`, value: rowsText(batch.rows) },
          { label: t`Amount`, value: <Money value={amount} /> },
          check !== null && {
            label: t`Fee and GST`,
            value: `${formatMoney(check.txn_fee)} + ${formatMoney(check.gst_amount)}`,
          },
          check !== null && {
            label: t`Total from the wallet`,
            value: <Money value={check.total} />,
            total: true,
          },
          check !== null &&
            check.needed_first.amount > 0 && {
              label: t`Running and waiting payouts first`,
              value: <Money value={check.needed_first} />,
            },
          check !== null && {
            label: t`Wallet afterwards`,
            value: <Money value={check.closing_balance} />,
          },
        ]}
      />
      {repeated > 0 && (
        <Notice tone="warn" title={t`${rowsText(repeated)} may be paid twice`}>
          {t`They have the account and amount of another row, of a payment that waits, or of a payout of the last 90 days.`}
        </Notice>
      )}
      {check !== null && check.different_names > 0 && (
        <Notice tone="warn" title={t`${rowsText(check.different_names)} under another name`}>
          {t`The bank has a different name for these accounts.`}
        </Notice>
      )}
      {check !== null && check.unchecked > 0 && (
        <Notice tone="warn" title={t`${accountsText(check.unchecked)} not checked`}>
          {t`No bank was asked who owns them.`}
        </Notice>
      )}
      {act !== "approve" && (
        <Field label={t`If the wallet does not cover all rows`}>
          <Select options={fundings} value={funding} onValueChange={setFunding} />
        </Field>
      )}
      {act !== "approve" && (
        <AdviceChoice
          label={t`E-mail a payment advice to each beneficiary with an address, once paid`}
          checked={sendsAdvices}
          onChange={setSendsAdvices}
        />
      )}
      {act === "approve" && batch.send_advices && (
        <p className="text-dense text-muted">
          {t`Each beneficiary with an e-mail address gets a payment advice once paid.`}
        </p>
      )}
    </ConfirmDialog>
  );
}
