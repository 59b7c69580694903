import {
  getPayoutOutcome,
  type PayoutOutcome,
  type proposeOutcome,
} from "@rokad/contract/payout-outcomes";
import { formatMoney } from "@rokad/money/format";
import { useRef } from "react";
import { inContext, t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { OutcomeDetails } from "./outcome-details.tsx";
import { ProposalForm } from "./proposal-form.tsx";

interface OutcomeDialogProps {
  id: string;
  reference: string;
  open: boolean;
  onClose: () => void;
}

/** One payout's provider details, and the proposals that can decide its outcome. */
export function OutcomeDialog({ id, reference, open, onClose }: OutcomeDialogProps) {
  const { data, error, isValidating, mutate } = useApi(getPayoutOutcome, { params: { id } });
  const payout = data?.data;
  const content = useRef<HTMLDivElement>(null);

  /** The pressed button disappears, so the focus moves to the new content. */
  async function reload() {
    await mutate();
    content.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      size="lg"
      title={t`Outcome of ${reference}`}
      description={
        payout && inContext("tenant")`${formatMoney(payout.amount)} of ${payout.tenant.name}`
      }
    >
      <DialogBody className="grid gap-4">
        {payout ? (
          <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
            <Outcome payout={payout} onDone={() => void reload()} />
          </div>
        ) : error ? (
          <ErrorPanel
            message={t`Failed to load the payout`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <Loading />
        )}
      </DialogBody>
    </Dialog>
  );
}

function Outcome({ payout, onDone }: { payout: PayoutOutcome; onDone: () => void }) {
  const person = useUser();
  if (!person) return null;
  const { decisions, why_not: whyNot } = payout;
  // An open proposal or a confirmed one already explains why there is no form.
  const isExplained = decisions.some(({ state }) => state === "proposed" || state === "confirmed");
  return (
    <>
      <OutcomeDetails payout={payout} />
      {decisions.map((decision) => (
        <DecisionCard
          key={decision.id}
          decision={decision}
          payout={payout}
          person={person}
          onDone={onDone}
        />
      ))}
      {whyNot && !isExplained && (
        <Notice tone="plain" title={t`This payout can’t be decided now`}>
          {t`${whyNot}.`}
        </Notice>
      )}
      {!whyNot && (
        <Permitted<typeof proposeOutcome> needs="operate">
          <ProposalForm payout={payout} onDone={onDone} />
        </Permitted>
      )}
    </>
  );
}

function Loading() {
  return (
    <div aria-busy className="grid gap-4">
      {Array.from({ length: 10 }, (_, line) => (
        <Skeleton key={line} className="h-3.5 w-full" />
      ))}
    </div>
  );
}
