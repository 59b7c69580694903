import {
  assignCredit,
  dismissCredit,
  listSuspense,
  returnCredit,
  type SuspendedCredit,
} from "@rokad/contract/suspense";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import { send } from "../api/client.ts";
import { useUser } from "../api/session.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { CreditFacts } from "./credit-facts.tsx";
import { DecisionFields, type Wish } from "./decision-fields.tsx";
import { firstWish } from "./words.ts";

interface DecideDialogProps {
  credit: SuspendedCredit;
  open: boolean;
  onClose: () => void;
}

/** What is known of a credit, and one of three ways for it to leave suspense. */
export function DecideDialog({ credit, open, onClose }: DecideDialogProps) {
  const [wish, setWish] = useState<Wish>(() => wishFor(credit));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [about, setAbout] = useState(credit.id);
  if (about !== credit.id) {
    setAbout(credit.id);
    startOver();
  }
  const isOpen = credit.status === "pending";

  function startOver() {
    setWish(wishFor(credit));
    setErrors({});
    setProblem(undefined);
  }

  async function decide() {
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      toast.success((await deliver(credit, wish)).message);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) {
        setProblem(messageOf(error, "We have not heard back. Look at the list before you retry."));
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
      onClosed={startOver}
      outsideCloses={!isOpen}
      closable={!busy}
      title={isOpen ? "Whose money is this?" : "Credit from suspense"}
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
            <DecisionFields credit={credit} wish={wish} onChange={setWish} errors={errors} />
          )}
          {problem && (
            <div role="alert">
              <Notice tone="bad" title={problem} />
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {isOpen ? "Cancel" : "Close"}
          </Button>
          {isOpen && (
            <Button type="submit" busy={busy} busyLabel="Recording..." disabled={!isComplete(wish)}>
              {labelOf(credit, wish)}
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
  if (!first)
    return <Notice>Two super admins must decide the same about an amount like this.</Notice>;
  const isMine = first.by.id === user?.id;
  return (
    <Notice title={`1 of 2 decisions, by ${isMine ? "you" : first.by.name}: ${firstWish(credit)}`}>
      {formatDayAndTime(first.at)}
      {first.note && `: ${first.note}`}
      {isMine ? ". Another super admin must decide the same." : ". Another wish takes its place."}
    </Notice>
  );
}

/** Begins with what the first of two people wants, else with the likeliest tenant. */
function wishFor({ first_decision: first, suggestions }: SuspendedCredit): Wish {
  const [likely] = suggestions;
  const tenant = first?.tenant ?? likely?.tenant;
  return {
    how: first?.how ?? "assign",
    tenantId: tenant?.id,
    tenantName: tenant?.name,
    utr: first?.utr_reference ?? "",
    addAccount: first?.add_account ?? false,
    note: "",
  };
}

function isComplete({ how, tenantId, utr, note }: Wish): boolean {
  if (how === "assign") return tenantId !== undefined;
  return note.trim() !== "" && (how === "dismiss" || utr.trim() !== "");
}

function labelOf({ amount }: SuspendedCredit, { how, tenantName }: Wish): string {
  const sum = formatMoney(amount);
  if (how === "assign") return tenantName ? `Credit ${sum}` : `Choose a tenant for ${sum}`;
  return how === "return" ? `Record ${sum} as sent back` : `Record ${sum} as credited`;
}

function deliver({ id, utr_reference: told }: SuspendedCredit, wish: Wish) {
  const params = { id };
  const utr = capitalsAndDigits(wish.utr.trim());
  const typed = told === null && utr !== "" && { utr_reference: utr };
  if (wish.how === "assign") {
    const body = {
      tenant_id: wish.tenantId ?? "",
      add_account: wish.addAccount,
      ...typed,
      ...(wish.note.trim() !== "" && { note: wish.note.trim() }),
    };
    return send(assignCredit, { params, body });
  }
  const reason = wish.note.trim();
  return wish.how === "return"
    ? send(returnCredit, { params, body: { utr_reference: utr, reason } })
    : send(dismissCredit, { params, body: { reason, ...typed } });
}
