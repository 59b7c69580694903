import {
  approveStatementLine,
  getStatementImport,
  listStatementLines,
  type StatementLine,
} from "@rokad/contract/statement-import";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { ReviewWarnings } from "../common/reviews/review-warnings.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { dayOf, RequestLink } from "./line-columns.tsx";

interface ApproveLineDialogProps {
  line: StatementLine;
  open: boolean;
  onClose: () => void;
}

/** Shows the line and its request side by side for a decision by a person. */
export function ApproveLineDialog({ line, open, onClose }: ApproveLineDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [reason, setReason] = useState<string>();
  const { deposit } = line;
  if (!deposit) return null;
  const isOther = line.can_credit_received;
  const amount = (isOther ? line.amount : null) ?? deposit.amount;
  const given =
    reason ?? (line.amount ? t`The bank statement shows ${formatMoney(line.amount)}` : "");

  async function approve() {
    if (isOther && given.trim() === "") return setProblem(t`A reason is required`);
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await sendIdempotent(
        approveStatementLine,
        { params: { id: line.id }, body: isOther ? { amount_reason: given.trim() } : {} },
        { keptMs: approvalKeptMs },
      );
      toast.success(
        data.outcome === "credited"
          ? t`Deposit approved and credited to the wallet`
          : t`First of two approvals recorded. Another super admin must give the second.`,
      );
      onClose();
    } catch (error) {
      setProblem(messageOf(error, t`No response yet. Check the line before you try again.`));
    } finally {
      setBusy(false);
      void refreshApi(getStatementImport, listStatementLines);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => {
        setProblem(undefined);
        setReason(undefined);
      }}
      closable={!busy}
      title={isOther ? t`Credit what arrived?` : t`Approve this deposit?`}
      description={line.reason}
    >
      <DialogBody className="grid gap-4">
        <ReviewWarnings
          rows={[{ _id: line.id, warnings: line.warnings }]}
          nameOf={() => t`Line ${line.line}`}
        />
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t`Line ${line.line} of the statement`}</h3>
          <Details
            of={[
              { label: t`Amount`, value: line.amount && <Money value={line.amount} /> },
              { label: t`Date`, value: dayOf(line) },
              { label: t`Reference`, value: line.reference ?? "–" },
              { label: t`Narration`, value: line.narration ?? "–" },
            ]}
          />
        </section>
        <section className="grid gap-2 border-t border-line pt-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{t`Deposit request`}</h3>
            {/* Rejects it, or approves another amount. */}
            <RequestLink row={line} deposit={deposit} />
          </div>
          <Details
            of={[
              { label: t`Amount`, value: <Money value={deposit.amount} /> },
              { label: t`Requested`, value: formatDayAndTime(deposit.created_at) },
              { label: "UTR", value: deposit.utr_reference },
              { label: t`Tenant`, value: deposit.tenant.name },
              { label: t`Account holder`, value: deposit.account_holder_name },
              { label: t`Account number`, value: deposit.account_number },
            ]}
          />
        </section>
        {isOther && (
          <Field label={t`Reason`} required hint={t`The tenant sees both amounts and the reason.`}>
            <TextInput
              maxLength={limits.reasonCharsMax}
              value={given}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        {problem && (
          <div role="alert">
            <Notice tone="bad" title={problem} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button busy={busy} busyLabel={t`Approving...`} onClick={() => void approve()}>
          {isOther ? t`Credit` : t`Approve`} {formatMoney(amount)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
