import {
  approveStatementLine,
  getStatementImport,
  listStatementLines,
  type StatementLine,
} from "@rokad/contract/statement-import";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { dayOf } from "./line-columns.tsx";

interface ApproveLineDialogProps {
  line: StatementLine;
  open: boolean;
  onClose: () => void;
}

/** Shows the line and its request side by side for a decision by a person. */
export function ApproveLineDialog({ line, open, onClose }: ApproveLineDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { deposit } = line;
  if (!deposit) return null;

  async function approve() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await send(approveStatementLine, { params: { id: line.id }, body: {} });
      toast.success(
        data.outcome === "credited"
          ? "Deposit approved and credited to the wallet"
          : "First of two approvals recorded. Another super admin must give the second.",
      );
      onClose();
    } catch (error) {
      setProblem(messageOf(error, "No response yet. Check the line before you try again."));
    } finally {
      setBusy(false);
      void refreshApi(getStatementImport, listStatementLines);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => setProblem(undefined)}
      closable={!busy}
      title="Approve this deposit?"
      description={line.reason}
    >
      <DialogBody className="grid gap-4">
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">Line {line.line} of the statement</h3>
          <Details
            of={[
              { label: "Amount", value: line.amount && <Money value={line.amount} /> },
              { label: "Date", value: dayOf(line) },
              { label: "Reference", value: line.reference ?? "–" },
              { label: "Narration", value: line.narration ?? "–" },
            ]}
          />
        </section>
        <section className="grid gap-2 border-t border-line pt-4">
          <h3 className="text-sm font-semibold">Deposit request</h3>
          <Details
            of={[
              { label: "Amount", value: <Money value={deposit.amount} /> },
              { label: "Requested", value: formatDayAndTime(deposit.created_at) },
              { label: "UTR", value: deposit.utr_reference },
              { label: "Tenant", value: deposit.tenant.name },
              { label: "Account holder", value: deposit.account_holder_name },
              { label: "Account number", value: deposit.account_number },
            ]}
          />
        </section>
        {problem && (
          <div role="alert">
            <Notice tone="bad" title={problem} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} busyLabel="Approving..." onClick={() => void approve()}>
          Approve {formatMoney(deposit.amount)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
