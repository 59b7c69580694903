import {
  differenceForm,
  differenceKindLabels,
  handleDifference,
  type Difference,
} from "@rokad/contract/reconciliation";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { useWatch } from "react-hook-form";
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
import { stateWord } from "./words.ts";

interface KnownDialogProps {
  difference: Difference;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Takes the reason why a difference is right as it is, and marks it. */
export function KnownDialog({ difference, open, onClose, onClosed }: KnownDialogProps) {
  const action = difference.action === "decide" ? "decide" : "mark_known";
  const isDecision = action === "decide";
  const form = useContractForm(differenceForm, {
    defaultValues: { action, reason: "" },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const typed = useWatch({ control: form.control, name: "reason" }) ?? "";

  const work = form.handleSubmit(async ({ reason }) => {
    try {
      const { message } = await send(handleDifference, {
        params: { id: difference.id },
        body: { action, reason: reason ?? "" },
      });
      toast.success(message ?? "Marked as known");
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
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={isDecision ? "Call it known?" : "Mark as known?"}
    >
      <form className="contents" noValidate onSubmit={(event) => void work(event)}>
        <DialogBody className="grid gap-4">
          <Notice tone="warn" title="Nothing is changed in our books or with the provider">
            {isDecision &&
              (difference.first
                ? "You are the second of two super admins. "
                : "It takes two super admins, because the provider contradicts an end that a tenant was told. ")}
            Known, it is not counted as open any more. If either record changes, it is open again.
          </Notice>
          <Details
            of={[
              { label: "Difference", value: differenceKindLabels[difference.kind] },
              { label: "Reference", value: difference.subject },
              payout !== null && { label: "Tenant", value: payout.tenant },
              { label: "Our books", value: sideWords(ours) },
              { label: "The provider", value: sideWords(theirs) },
              difference.first !== null && {
                label: `${difference.first.by} says`,
                value: difference.first.reason,
              },
            ]}
          />
          <Field
            label="Reason"
            required
            error={errors.reason?.message}
            hint="Kept with the difference and in the security log"
            aside={`${typed.length}/${limits.reasonCharsMax}`}
          >
            <Textarea
              placeholder="Why it is right as it is, and who has said so"
              maxLength={limits.reasonCharsMax}
              {...form.register("reason")}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={typed.trim() === ""}
            busy={isSubmitting}
            busyLabel="Marking..."
          >
            {isDecision
              ? difference.first
                ? "Agree as second"
                : "Sign as first"
              : "Mark as known"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function sideWords(side: Difference["ours"]): string {
  if (!side) return "Nothing";
  return [side.amount && formatMoney(side.amount), stateWord(side.state)]
    .filter(Boolean)
    .join(", ");
}
