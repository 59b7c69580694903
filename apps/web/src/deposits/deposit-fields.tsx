import { limits } from "@rokad/contract/limits";
import type { RefCallback, SubmitEvent } from "react";
import { useController, useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { capitalsAndDigits, cleanField } from "../api/clean-field.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import type { DepositFormState } from "./deposit-form-state.ts";
import { BankAccountPicker } from "./bank-account-picker.tsx";
import {
  NoApprovedAccount,
  useApprovedAccounts,
} from "../common/bank-details/approved-accounts.tsx";
import { ReceivingAccountPanel } from "./receiving-account.tsx";

interface DepositFieldsProps {
  form: DepositFormState;
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  /** True if the last attempt got no answer. */
  isUnanswered: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onBack: () => void;
  /** Called when a link leads to another page. */
  onLeave: () => void;
}

export function DepositFields(props: DepositFieldsProps) {
  const { form, first, isUnanswered, onSubmit, onBack, onLeave } = props;
  const accounts = useApprovedAccounts();
  const { register, control } = form;
  const { errors, isDirty, isSubmitting } = form.formState;
  const {
    ref,
    value: rupees,
    onChange,
    ...amount
  } = useController({ control, name: "amount" }).field;
  const remarks = useWatch({ control, name: "remarks" }) ?? "";
  const chosen = useWatch({ control, name: "receiving_account" });
  const money = toMoney(rupees);

  if (accounts.list?.length === 0) return <NoApprovedAccount onBack={onBack} onLeave={onLeave} />;
  return (
    <form className="contents" noValidate onSubmit={onSubmit}>
      <DialogBody className="grid gap-4">
        <ReceivingAccountPanel
          chosen={chosen}
          onChoose={(id) => {
            form.setValue("receiving_account", id);
            form.clearErrors("receiving_account");
          }}
          error={errors.receiving_account?.message}
        />
        <BankAccountPicker form={form} accounts={accounts} first={first} />
        <Field
          label={t`Amount`}
          required
          error={errors.amount?.message}
          hint={
            money && money.amount >= limits.depositPaiseMin ? (
              <AmountInWords value={money} />
            ) : (
              t`The amount you transferred: ₹100 to ₹10,00,000`
            )
          }
        >
          <AmountInput
            ref={ref}
            name={amount.name}
            value={rupees}
            onValueChange={onChange}
            onBlur={amount.onBlur}
          />
        </Field>
        <Field
          label={t`UTR reference`}
          required
          error={errors.utr_reference?.message}
          hint={t`12 to 22 letters and digits, from your bank's message or statement`}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...cleanField(register("utr_reference"), capitalsAndDigits)}
          />
        </Field>
        <Field
          label={t`Remarks`}
          error={errors.remarks?.message}
          aside={t`${remarks.length} of ${limits.remarksCharsMax}`}
        >
          <Textarea rows={2} placeholder={t`Optional`} {...register("remarks")} />
        </Field>
        {isUnanswered && (
          <Notice tone="warn" title={t`No response yet.`}>
            {t`Check your connection and submit again. Your request will not be recorded twice.`}
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack} disabled={isSubmitting}>
          {t`Back`}
        </Button>
        <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel={t`Submitting...`}>
          {t`Submit Request`}
        </Button>
      </DialogFooter>
    </form>
  );
}
