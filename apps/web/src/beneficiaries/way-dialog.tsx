import {
  getBeneficiary,
  listBeneficiaries,
  type BeneficiaryDetail,
  type BeneficiaryWay,
} from "@rokad/contract/beneficiaries";
import { addBeneficiaryWay, newWayForm } from "@rokad/contract/beneficiary-ways";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { WayFields } from "./way-fields.tsx";
import { blankWay, withSelectedWay } from "./way-schema.ts";

const schema = withSelectedWay(newWayForm);

interface WayDialogProps {
  open: boolean;
  onClose: () => void;
  beneficiary: BeneficiaryDetail;
  /** The way whose account changed; it ends with the new one. */
  replaces: BeneficiaryWay | undefined;
}

export function WayDialog({ open, onClose, beneficiary, replaces }: WayDialogProps) {
  const form = useContractForm(schema, { defaultValues: { way: blankWay } });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ way }) => {
    const body = { way, ...(replaces && { replaces: replaces.id }) };
    try {
      await sendIdempotent(addBeneficiaryWay, { params: { id: beneficiary.id }, body });
      toast.success(replaces ? "Account changed" : "Account added");
      void refreshApi(getBeneficiary, listBeneficiaries);
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error, "Failed to save"));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => form.reset()}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={replaces ? "Change account" : "Add a way to pay"}
      description={
        replaces
          ? `${replaces.account} of ${beneficiary.name} is not paid any more.`
          : `Another account or UPI ID of ${beneficiary.name}`
      }
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <WayFields control={form.control} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel="Saving...">
            {replaces ? "Change account" : "Add"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
