import {
  beneficiaryForm,
  createBeneficiary,
  newBeneficiaryForm,
  editBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  type BeneficiaryDetail,
  type BeneficiaryFields,
} from "@rokad/contract/beneficiaries";
import type { Input } from "@rokad/contract/call";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { DetailFields, NameFields } from "./beneficiary-form-fields.tsx";
import { DestinationFields } from "./destination-fields.tsx";
import { blankDestination, withSelectedDestination } from "./destination-schema.ts";

type NewBeneficiary = Input<typeof createBeneficiary>["body"];

const blank: BlankForm<NewBeneficiary> = {
  name: "",
  short_name: "",
  kind: "vendor",
  tags: [],
  note: "",
  email: "",
  phone: "",
  address: "",
  gstin: "",
  pan: "",
  destination: blankDestination,
};
const newSchema = withSelectedDestination(newBeneficiaryForm);

interface BeneficiaryDialogProps {
  open: boolean;
  onClose: () => void;
  /** After the closing animation. */
  onClosed: () => void;
  /** To edit; without it a new one is added, with its first destination. */
  beneficiary?: BeneficiaryDetail;
  onSaved?: (saved: { id: string }) => void;
}

export function BeneficiaryDialog({ beneficiary, ...props }: BeneficiaryDialogProps) {
  return beneficiary ? (
    <EditDialog {...props} beneficiary={beneficiary} />
  ) : (
    <AddDialog {...props} />
  );
}

function AddDialog(props: Omit<BeneficiaryDialogProps, "beneficiary">) {
  const { open, onClose, onClosed, onSaved } = props;
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = useContractForm(newSchema, { defaultValues: blank });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setIsUnanswered(false);
    try {
      const { message, data } = await sendIdempotent(createBeneficiary, { body });
      showSaved(message, data.warning);
      void refreshApi(listBeneficiaries);
      onClose();
      onSaved?.(data);
    } catch (error) {
      setIsUnanswered(!(error instanceof ApiError));
      if (!showFieldErrors(form, error)) toast.error(messageOf(error, t`Failed to save`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={t`Add beneficiary`}
      description={t`Only the name and one account or UPI ID are required.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <NameFields control={form.control} />
          <DestinationFields control={form.control} />
          <DetailFields control={form.control} />
          {isUnanswered && (
            <Notice tone="warn" title={t`No response yet.`} className="sm:col-span-2">
              {t`Check your connection and try again. The beneficiary will not be added twice.`}
            </Notice>
          )}
        </DialogBody>
        <Footer
          onClose={onClose}
          isDirty={isDirty}
          busy={isSubmitting}
          label={t`Add beneficiary`}
        />
      </form>
    </Dialog>
  );
}

function EditDialog(props: BeneficiaryDialogProps & { beneficiary: BeneficiaryDetail }) {
  const { open, onClose, onClosed, beneficiary } = props;
  // A colleague's change meanwhile is refused by the server, and what was typed stays.
  const [version] = useState(beneficiary.version);
  const form = useContractForm(beneficiaryForm, { defaultValues: valuesOf(beneficiary) });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    const body = { ...fields, version };
    try {
      const { message, data } = await send(editBeneficiary, {
        params: { id: beneficiary.id },
        body,
      });
      showSaved(message, data.warning);
      void refreshApi(listBeneficiaries, getBeneficiary);
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error, t`Failed to save`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={t`Edit ${beneficiary.name}`}
      description={t`Accounts are changed on the beneficiary's page.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <NameFields control={form.control} />
          <DetailFields control={form.control} />
        </DialogBody>
        <Footer onClose={onClose} isDirty={isDirty} busy={isSubmitting} label={t`Save changes`} />
      </form>
    </Dialog>
  );
}

interface FooterProps {
  onClose: () => void;
  isDirty: boolean;
  busy: boolean;
  label: string;
}

function Footer({ onClose, isDirty, busy, label }: FooterProps) {
  return (
    <DialogFooter>
      <Button variant="secondary" onClick={onClose} disabled={busy}>
        {t`Cancel`}
      </Button>
      <Button type="submit" disabled={!isDirty} busy={busy} busyLabel={t`Saving...`}>
        {label}
      </Button>
    </DialogFooter>
  );
}

function showSaved(message: string | undefined, warning: string | null): void {
  if (warning) toast.info(warning);
  else toast.success(message ?? t`Beneficiary saved`);
}

function valuesOf(beneficiary: BeneficiaryDetail): BeneficiaryFields {
  const { name, kind, tags } = beneficiary;
  return {
    name,
    kind,
    tags,
    short_name: beneficiary.short_name ?? "",
    note: beneficiary.note ?? "",
    email: beneficiary.email ?? "",
    phone: beneficiary.phone ?? "",
    address: beneficiary.address ?? "",
    gstin: beneficiary.gstin ?? "",
    pan: beneficiary.pan ?? "",
  };
}
