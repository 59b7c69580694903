import type { Answer } from "@rokad/contract/call";
import { receivingAccountForm, type ReceivingAccountForm } from "@rokad/contract/receiving-account";
import type { listReceivingAccounts, OwnAccount } from "@rokad/contract/receiving-accounts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../super-admin-language.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { useBankName } from "../common/bank-details/use-bank-name.ts";
import type { ChangeEffect } from "../common/proposals/change-effect.ts";
import { ProposeForm } from "../common/proposals/propose-form.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { ReceivingAccountFields } from "./receiving-account-fields.tsx";
import { addAccount, changeAccount } from "./save-account.ts";

interface ReceivingAccountDialogProps {
  open: boolean;
  /** Undefined for a new account. */
  account: OwnAccount | undefined;
  list: Answer<typeof listReceivingAccounts>["data"];
  effect: ChangeEffect;
  onClose: () => void;
}

/** Two steps: the account's details, and their check digit by digit before they are signed. */
export function ReceivingAccountDialog(props: ReceivingAccountDialogProps) {
  const { open, account, list, effect, onClose } = props;
  const form = useContractForm(receivingAccountForm, { defaultValues: initial(account) });
  const [step, setStep] = useState<"form" | "confirm">("form");
  const [first, nameFirst] = useStepFocus(step, open);
  const { isDirty } = form.formState;
  const values = useWatch({ control: form.control });
  const { bank, isSubmitDelayed, submitWhenKnown } = useBankName({
    ifscCode: values.ifsc_code ?? "",
    initial: account?.bank_name,
    read: () => form.getValues("bank_name"),
    write: (name) => form.setValue("bank_name", name, { shouldDirty: true, shouldValidate: true }),
  });

  /** @throws also when the form shows the error. */
  async function save(reason: string): Promise<string> {
    const { account_number: number, ...details } = receivingAccountForm.parse(form.getValues());
    try {
      return account
        ? await changeAccount(account, reason, details)
        : await addAccount({ ...details, account_number: number, reason });
    } catch (error) {
      if (showFieldErrors(form, error)) setStep("form");
      throw error;
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      initialFocus={first}
      title={titleOf(step, account)}
      description={t`An account to which tenants transfer.`}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === "form")
            submitWhenKnown(() => void form.handleSubmit(() => setStep("confirm"))());
        }}
      >
        {step === "form" ? (
          <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
            <ReceivingAccountFields form={form} bank={bank} account={account} list={list} />
          </DialogBody>
        ) : (
          <DialogBody className="grid gap-4">
            <Details
              of={[
                { label: t`Label`, value: values.label },
                { label: t`Account holder`, value: values.account_holder_name },
                { label: t`Account number`, value: values.account_number },
                { label: "IFSC", value: values.ifsc_code },
                { label: t`Bank`, value: values.bank_name },
                { label: t`Branch`, value: values.branch_name ?? t`Not set` },
                Boolean(values.settles_provider) && {
                  label: t`Virtual accounts of`,
                  value: values.settles_provider,
                },
              ]}
            />
            {(account?.is_active ?? true) && (
              <Notice tone="warn" title={t`Tenants see it and transfer to it.`}>
                {t`Compare every digit with the bank's document.`}
              </Notice>
            )}
            <ProposeForm
              effect={effect}
              onPropose={async (reason) => {
                toast.success(await save(reason));
                onClose();
              }}
            />
          </DialogBody>
        )}
        <DialogFooter>
          <Button
            // A new button in each step: a double click must not close the dialog.
            key={step}
            variant="secondary"
            ref={step === "confirm" ? nameFirst : null}
            onClick={step === "confirm" ? () => setStep("form") : onClose}
          >
            {step === "confirm" ? t`Back` : t`Cancel`}
          </Button>
          {step === "form" && (
            <Button type="submit" disabled={!isDirty} busy={isSubmitDelayed}>
              {t`Review`}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function titleOf(step: "form" | "confirm", account: OwnAccount | undefined): string {
  if (account) return step === "form" ? t`Edit receiving account` : t`Save this receiving account?`;
  return step === "form" ? t`Add receiving account` : t`Add this receiving account?`;
}

function initial(account: OwnAccount | undefined): BlankForm<ReceivingAccountForm> {
  return {
    label: account?.label ?? "",
    account_holder_name: account?.account_holder_name ?? "",
    account_number: account?.account_number ?? "",
    ifsc_code: account?.ifsc_code ?? "",
    bank_name: account?.bank_name ?? "",
    branch_name: account?.branch_name ?? null,
    settles_provider: account?.settles_provider ?? null,
  };
}
