import { differenceKindLabels } from "@rokad/contract/difference-kinds";
import { differenceForm, handleDifference, type Difference } from "@rokad/contract/reconciliation";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { useWatch } from "react-hook-form";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";
import { refreshDifferences } from "./difference-action.tsx";
import { stateLabel } from "./labels.ts";

interface KnownDialogProps {
  difference: Difference;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Takes the reason why a difference is correct, and marks it as known. */
export function KnownDialog({ difference, open, onClose, onClosed }: KnownDialogProps) {
  const action = difference.action === "decide" ? "decide" : "mark_known";
  const isDecision = action === "decide";
  const form = useContractForm(differenceForm, {
    defaultValues: { action, reason: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const reasonText = useWatch({ control: form.control, name: "reason" }) ?? "";

  const run = form.handleSubmit(async ({ reason }) => {
    try {
      const { message } = await send(handleDifference, {
        params: { id: difference.id },
        body: { action, reason: reason ?? "" },
      });
      toast.success(message ?? t`Marked as known`);
      onClose();
      await refreshDifferences();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  const { ours, theirs, payout } = difference;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      closable={!isSubmitting}
      title={t`Mark as known?`}
    >
      <form className="contents" noValidate onSubmit={(event) => void run(event)}>
        <DialogBody className="grid gap-4">
          <Notice tone="warn" title={t`Nothing changes in our books or at the provider`}>
            {isDecision &&
              (difference.first
                ? t`You are the second of two super admins. `
                : t`Two super admins must mark it: the provider contradicts an outcome that the tenant has seen. `)}
            {difference.kind === "balance"
              ? t`It no longer counts as open. The next run opens from the provider's balance.`
              : t`It no longer counts as open. If either record changes, it opens again.`}
          </Notice>
          <Details
            of={[
              { label: t`Difference`, value: translateText(differenceKindLabels[difference.kind]) },
              { label: t`Reference`, value: difference.subject },
              payout !== null && { label: t`Tenant`, value: payout.tenant },
              { label: t`Our record`, value: describeSide(ours) },
              { label: t`Provider's record`, value: describeSide(theirs) },
              difference.first !== null && {
                label: t`Reason of ${difference.first.by}`,
                value: difference.first.reason,
              },
            ]}
          />
          <Field
            label={t`Reason`}
            required
            error={errors.reason?.message}
            hint={t`Stored with the difference and in the security log`}
            aside={`${reasonText.length}/${limits.reasonCharsMax}`}
          >
            <Textarea
              placeholder={t`Why both records are correct, and who confirmed it`}
              maxLength={limits.reasonCharsMax}
              {...form.register("reason")}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            disabled={reasonText.trim() === ""}
            busy={isSubmitting}
            busyLabel={t`Marking...`}
          >
            {isDecision ? t`Mark as known (${difference.first ? 2 : 1} of 2)` : t`Mark as known`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function describeSide(side: Difference["ours"]): string {
  if (!side) return t`Nothing`;
  return [side.amount && formatMoney(side.amount), stateLabel(side.state)]
    .filter(Boolean)
    .join(", ");
}
