import { type ProposableKind } from "@rokad/contract/adjustment-states";
import {
  getAdjustmentTarget,
  listAdjustments,
  proposeAdjustment,
} from "@rokad/contract/adjustments";
import {
  adjustmentForm,
  adjustmentMistakes,
  type AdjustmentForm,
} from "@rokad/contract/adjustment-form";
import type { Answer } from "@rokad/contract/call";
import { adjustmentLabel, isOn, isOnWallet } from "@rokad/contract/adjustment-kinds";
import { providerLabel } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { SignButton } from "../common/signing/sign-button.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { accountName } from "./adjustment-labels.ts";
import {
  blankDraft,
  formOf,
  missingAccounts,
  moveOf,
  type BookableAccounts,
  type ProposalDraft,
  type ProposalLinks,
} from "./proposal-draft.ts";
import { ProposalFields } from "./proposal-fields.tsx";

/** What a proposal begins with. */
export interface ProposalStart extends ProposalLinks {
  readonly kind?: ProposableKind | undefined;
  /** Rupees, when the start names the amount. */
  readonly amount?: number | undefined;
  readonly reference?: string | undefined;
}

interface ProposeDialogProps {
  start: ProposalStart;
  /** Undefined until the page has loaded. */
  accounts: BookableAccounts | undefined;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Enters an adjustment, then shows and signs exactly this one. */
export function ProposeDialog({ start, accounts, open, onClose, onClosed }: ProposeDialogProps) {
  const { data, error, isValidating, mutate } = useApi(
    getAdjustmentTarget,
    start.depositId === undefined ? null : { params: { id: start.depositId } },
  );
  const target = data?.data;
  const isReady = start.depositId === undefined || target !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      size="lg"
      title={t`Propose adjustment`}
      description={t`No money moves until another super admin confirms it.`}
    >
      {isReady && accounts ? (
        <Proposal start={start} target={target} accounts={accounts} onClose={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorPanel
              message={t`Failed to load the deposit`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : (
            <div aria-busy className="grid gap-4">
              {Array.from({ length: 6 }, (_, line) => (
                <Skeleton key={line} className="h-9 w-full" />
              ))}
            </div>
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

type Target = Answer<typeof getAdjustmentTarget>["data"];

interface ProposalProps {
  start: ProposalStart;
  target: Target | undefined;
  accounts: BookableAccounts;
  onClose: () => void;
}

function Proposal({ start, target, accounts, onClose }: ProposalProps) {
  const [draft, setDraft] = useState<ProposalDraft>(() => ({
    ...blankDraft(start.kind, accounts),
    ...(target && { receivingAccount: target.receiving_account?.id }),
    tenantId: target?.tenant.id,
    tenantName: target?.tenant.name,
    amount: start.amount ?? (target && target.correctable.amount / 100),
    reference: start.reference ?? target?.utr_reference ?? "",
  }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [signed, setSigned] = useState<AdjustmentForm>();

  function check() {
    const form = formOf(draft, start);
    const parsed = adjustmentForm.safeParse(form);
    const missing = missingAccounts(draft, accounts, target !== undefined);
    setErrors({
      // The schema reports these only once each field is right.
      ...Object.fromEntries(adjustmentMistakes(form)),
      ...missing,
      ...Object.fromEntries(
        (parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
      ),
    });
    if (parsed.success && Object.keys(missing).length === 0) setSigned(form);
  }

  if (signed) {
    return (
      <>
        <DialogBody className="grid gap-5">
          <Summary draft={draft} accounts={accounts} />
          <SignButton
            label={t`Propose ${amountOf(draft)}`}
            onSign={async () => {
              const { message } = await sendIdempotent(
                proposeAdjustment,
                { body: signed },
                { keptMs: approvalKeptMs },
              );
              toast.success(message);
              void refreshApi(listAdjustments);
              onClose();
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={() => setSigned(undefined)}>
            {t`Edit`}
          </Button>
        </DialogFooter>
      </>
    );
  }
  return (
    <form
      className="contents"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <DialogBody className="grid gap-4">
        {target && <CorrectedDeposit of={target} />}
        <ProposalFields
          draft={draft}
          onChange={setDraft}
          errors={errors}
          isOfDeposit={target !== undefined}
          accounts={accounts}
          isElsewhere={target !== undefined && target.receiving_account === null}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button type="submit">{t`Continue to sign`}</Button>
      </DialogFooter>
    </form>
  );
}

function CorrectedDeposit({ of: target }: { of: Target }) {
  return (
    <div className="rounded-card border border-line bg-sunken px-4 py-3">
      <Details
        of={[
          { label: t`Deposit`, value: target.utr_reference },
          { label: t`Credited`, value: <Money value={target.amount} /> },
          target.corrected.amount > 0 && {
            label: t`Already corrected`,
            value: <Money value={target.corrected} />,
          },
          target.proposed.amount > 0 && {
            label: t`Proposed, not confirmed`,
            value: <Money value={target.proposed} />,
          },
          {
            label: t`Can be corrected`,
            value: <Money value={target.correctable} />,
            total: true,
          },
        ]}
      />
    </div>
  );
}

function Summary({ draft, accounts }: { draft: ProposalDraft; accounts: BookableAccounts }) {
  const move = moveOf(draft);
  const account =
    isOn(move, "bank") &&
    accounts.receiving_accounts.find(({ id }) => id === draft.receivingAccount);
  const provider = isOn(move, "provider") ? draft.provider : undefined;
  const tenantName = isOnWallet(move) ? draft.tenantName : undefined;
  return (
    <Details
      of={[
        { label: t`Kind`, value: translateText(adjustmentLabel(draft.kind)) },
        { label: t`What moves`, value: move.label },
        account && { label: t`Receiving account`, value: accountName(account) },
        provider !== undefined && {
          label: t`Provider`,
          value: translateText(providerLabel(provider)),
        },
        tenantName !== undefined && { label: t`Tenant`, value: tenantName },
        { label: t`Reason`, value: draft.reason },
        draft.reference !== "" && { label: t`Reference`, value: draft.reference },
        draft.document !== undefined && { label: t`Document`, value: draft.document.file_name },
        { label: t`Amount`, value: amountOf(draft), total: true },
      ]}
    />
  );
}

function amountOf({ amount = 0 }: ProposalDraft): string {
  return formatMoney({ amount: Math.round(amount * 100), currency: "INR" });
}
