import {
  getBeneficiary,
  listBeneficiaries,
  type BeneficiaryDetail,
  type PayoutDestination,
} from "@rokad/contract/beneficiaries";
import { addPayoutDestination, newDestinationForm } from "@rokad/contract/payout-destinations";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { DestinationFields } from "./destination-fields.tsx";
import { blankDestination, withSelectedDestination } from "./destination-schema.ts";

const schema = withSelectedDestination(newDestinationForm);

interface DestinationDialogProps {
  open: boolean;
  onClose: () => void;
  beneficiary: BeneficiaryDetail;
  /** The destination whose account changed; it ends with the new one. */
  replaces: PayoutDestination | undefined;
}

export function DestinationDialog({
  open,
  onClose,
  beneficiary,
  replaces,
}: DestinationDialogProps) {
  const form = useContractForm(schema, { defaultValues: { destination: blankDestination } });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ destination }) => {
    const body = { destination, ...(replaces && { replaces: replaces.id }) };
    try {
      await sendIdempotent(addPayoutDestination, { params: { id: beneficiary.id }, body });
      toast.success(replaces ? t`Account changed` : t`Account added`);
      void refreshApi(getBeneficiary, listBeneficiaries);
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error, t`Failed to save`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => form.reset()}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={replaces ? t`Change account` : t`Add account or UPI ID`}
      description={
        replaces
          ? t`${replaces.account} of ${beneficiary.name} is not paid any more.`
          : t`Another account or UPI ID of ${beneficiary.name}`
      }
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <DestinationFields control={form.control} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel={t`Saving...`}>
            {replaces ? t`Change account` : t`Add`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
