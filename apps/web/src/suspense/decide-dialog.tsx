import {
  assignCredit,
  dismissCredit,
  listSuspense,
  returnCredit,
  type SuspendedCredit,
} from "@rokad/contract/suspense";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { useUser } from "../api/session.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { CreditFacts } from "./credit-facts.tsx";
import { DecisionFields, requestedAmount, type DecisionDraft } from "./decision-fields.tsx";
import { describeFirstDecision } from "./labels.ts";

interface DecideDialogProps {
  credit: SuspendedCredit;
  /** Whether the person's roles permit the decisions; otherwise it only shows. */
  canDecide: boolean;
  open: boolean;
  onClose: () => void;
}

/** A credit's details and the three decisions that end its suspense. */
export function DecideDialog({ credit, canDecide, open, onClose }: DecideDialogProps) {
  const [draft, setDraft] = useState<DecisionDraft>(() => draftFor(credit));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isOpen = canDecide && credit.status === "pending";

  async function decide() {
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      toast.success((await sendDecision(credit, draft)).message);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) {
        setProblem(messageOf(error, t`No response yet. Check the list before you try again.`));
      }
    } finally {
      setBusy(false);
      void refreshApi(listSuspense);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={!isOpen}
      closable={!busy}
      title={isOpen ? t`Decide credit` : t`Credit from suspense`}
      description={credit.why}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void decide();
        }}
      >
        <DialogBody className="grid gap-5">
          <FirstDecision of={credit} />
          <CreditFacts of={credit} />
          {isOpen && (
            <DecisionFields credit={credit} draft={draft} onChange={setDraft} errors={errors} />
          )}
          {problem && (
            <div role="alert">
              <Notice tone="bad" title={problem} />
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {isOpen ? t`Cancel` : t`Close`}
          </Button>
          {isOpen && (
            <Button
              type="submit"
              busy={busy}
              busyLabel={t`Recording...`}
              disabled={!isComplete(draft)}
            >
              {labelOf(credit, draft)}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function FirstDecision({ of: credit }: { of: SuspendedCredit }) {
  const user = useUser();
  const first = credit.first_decision;
  if (credit.status !== "pending" || credit.approvals_needed === 1) return null;
  if (!first) return <Notice>{t`Two super admins must decide the same for this amount.`}</Notice>;
  const isMine = first.by.id === user?.id;
  return (
    <Notice
      title={t`1 of 2 decisions, by ${isMine ? "you" : first.by.name}: ${describeFirstDecision(credit)}`}
    >
      {formatDayAndTime(first.at)}
      {first.note && `: ${first.note}`}
      {isMine
        ? ". Another super admin must decide the same."
        : ". A different decision replaces it."}
    </Notice>
  );
}

/** Starts with the first decision of two, otherwise with the most likely tenant. */
function draftFor({ first_decision: first, suggestions }: SuspendedCredit): DecisionDraft {
  const [likely] = suggestions;
  const tenant = first?.tenant ?? likely?.tenant;
  return {
    how: first?.how ?? "assign",
    tenantId: tenant?.id,
    tenantName: tenant?.name,
    utr: first?.utr_reference ?? "",
    addAccount: first?.add_account ?? false,
    completesRequest: first?.complete_request ?? false,
    note: "",
  };
}

function isComplete({ how, tenantId, utr, note }: DecisionDraft): boolean {
  if (how === "assign") return tenantId !== undefined;
  return note.trim() !== "" && (how === "dismiss" || utr.trim() !== "");
}

function labelOf({ amount }: SuspendedCredit, { how, tenantName }: DecisionDraft): string {
  const sum = formatMoney(amount);
  if (how === "assign") return tenantName ? t`Credit ${sum}` : t`Choose a tenant for ${sum}`;
  return how === "return" ? t`Record ${sum} as returned` : t`Record ${sum} as already credited`;
}

function sendDecision(credit: SuspendedCredit, draft: DecisionDraft) {
  const { id, utr_reference: received, similar_request: similar } = credit;
  const params = { id };
  const utr = capitalsAndDigits(draft.utr.trim());
  const takesUtr = received === null || (draft.how === "dismiss" && similar !== null);
  const typed = takesUtr && utr !== "" && { utr_reference: utr };
  if (draft.how === "assign") {
    const body = {
      tenant_id: draft.tenantId ?? "",
      add_account: draft.addAccount,
      ...(draft.completesRequest &&
        requestedAmount(credit, draft.tenantId) && { complete_request: true }),
      ...typed,
      ...(draft.note.trim() !== "" && { note: draft.note.trim() }),
    };
    return sendIdempotent(assignCredit, { params, body }, { keptMs: approvalKeptMs });
  }
  const reason = draft.note.trim();
  return draft.how === "return"
    ? sendIdempotent(
        returnCredit,
        { params, body: { utr_reference: utr, reason } },
        { keptMs: approvalKeptMs },
      )
    : sendIdempotent(
        dismissCredit,
        { params, body: { reason, ...typed } },
        { keptMs: approvalKeptMs },
      );
}
