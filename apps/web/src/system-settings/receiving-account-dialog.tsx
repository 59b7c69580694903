import { limits } from "@rokad/contract/limits";
import { receivingAccountForm, type ReceivingAccountForm } from "@rokad/contract/receiving-account";
import { useWatch } from "react-hook-form";
import { capitalsAndDigits, cleanField, digitsOnly } from "../api/clean-field.ts";
import { useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { BankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { useBankName } from "../common/bank-details/use-bank-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";

const blank: BlankForm<ReceivingAccountForm> = {
  account_holder_name: "",
  account_number: "",
  ifsc_code: "",
  bank_name: "",
  branch_name: null,
};

interface ReceivingAccountDialogProps {
  open: boolean;
  account: ReceivingAccountForm | null;
  /** Continues to the confirmation; the input stays until it is saved. */
  onSubmit: (account: ReceivingAccountForm) => void;
  onClose: () => void;
}

/** The account to which tenants transfer, with the field rules of tenants' bank accounts. */
export function ReceivingAccountDialog(props: ReceivingAccountDialogProps) {
  const { open, account, onSubmit, onClose } = props;
  const form = useContractForm(receivingAccountForm, { defaultValues: account ?? blank });
  const { register, control, setValue, getValues, formState } = form;
  const { errors, isDirty } = formState;
  const { bank, isSubmitDelayed, submitWhenKnown } = useBankName({
    ifscCode: useWatch({ control, name: "ifsc_code" }) ?? "",
    initial: account?.bank_name,
    read: () => getValues("bank_name"),
    write: (name) => setValue("bank_name", name, { shouldDirty: true, shouldValidate: true }),
  });
  const submit = form.handleSubmit((typed) => onSubmit(typed));

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={!isDirty}
      title="Receiving account"
      description="The account to which tenants transfer."
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submitWhenKnown(() => void submit());
        }}
      >
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <Notice tone="warn" title="Tenants see it immediately." className="sm:col-span-2">
            Their transfers go to this account from then on.
          </Notice>
          <Field
            label="Account holder name"
            required
            error={errors.account_holder_name?.message}
            className="sm:col-span-2"
          >
            <TextInput autoComplete="off" {...register("account_holder_name")} />
          </Field>
          <Field
            label="Account number"
            required
            error={errors.account_number?.message}
            hint="9 to 18 digits"
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...cleanField(register("account_number"), digitsOnly, limits.accountNumberDigitsMax)}
            />
          </Field>
          <Field
            label="IFSC code"
            required
            error={errors.ifsc_code?.message}
            hint={<BankOfIfsc bank={bank} />}
          >
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...cleanField(register("ifsc_code"), capitalsAndDigits, limits.ifscChars)}
            />
          </Field>
          <Field label="Bank name" required error={errors.bank_name?.message}>
            <TextInput autoComplete="off" {...register("bank_name")} />
          </Field>
          <Field label="Branch name" error={errors.branch_name?.message} hint="Optional">
            <TextInput
              autoComplete="off"
              {...register("branch_name", {
                setValueAs: (typed: string | null) => typed?.trim() || null,
              })}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitDelayed}>
            Review the change
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
