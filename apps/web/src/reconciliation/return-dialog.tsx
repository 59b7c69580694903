import { recordReturn, returnForm } from "@rokad/contract/partial-returns";
import type { Difference } from "@rokad/contract/reconciliation";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { toDecimal } from "@rokad/money/money";
import { useState } from "react";
import { Controller, useController } from "react-hook-form";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { useContractForm } from "../api/use-contract-form.ts";
import { SignButton } from "../common/signing/sign-button.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { RadioCards } from "../ui/radio-cards.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";
import { refreshDifferences } from "./difference-action.tsx";

interface ReturnDialogProps {
  difference: Difference;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const charges = [
  { value: "keep", label: t`Keep charged`, description: t`The tenant gets the amount` },
  { value: "refund", label: t`Refund`, description: t`The tenant gets fee and GST too` },
] as const;

/** Takes a return that the provider's record leaves unclear, and books it signed. */
export function ReturnDialog({ difference, open, onClose, onClosed }: ReturnDialogProps) {
  const first = difference.first_return;
  const reported = first?.amount ?? difference.theirs?.amount;
  const form = useContractForm(returnForm, {
    defaultValues: {
      amount: reported ? Number(toDecimal(reported)) : undefined,
      return_reference: first?.return_reference ?? difference.provider_reference ?? "",
      refund_charges: first?.refund_charges ?? false,
      reason: "",
    },
  });
  const { errors } = form.formState;
  const { ref, ...amount } = useController({ control: form.control, name: "amount" }).field;
  const [entry, setEntry] = useState<Parameters<Parameters<typeof form.handleSubmit>[0]>[0]>();
  const params = { id: difference.id };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={t`Record a partial return`}
      description={difference.payout ? `${difference.payout.tenant} · ${difference.subject}` : ""}
    >
      {entry ? (
        <DialogBody className="grid gap-4">
          <Details
            of={[
              { label: t`Returned`, value: <Rupees value={entry.amount} /> },
              { label: t`Provider's reference`, value: entry.return_reference },
              {
                label: t`Fee and GST`,
                value: entry.refund_charges ? t`Refunded` : t`Stay charged`,
              },
              { label: t`Reason`, value: entry.reason },
            ]}
          />
          <SignButton
            label={t`Record return`}
            onSign={async () => {
              const { message } = await send(recordReturn, { params, body: entry });
              toast.success(message ?? t`Return recorded`);
              onClose();
              await refreshDifferences();
            }}
          />
          <div>
            <Button variant="secondary" size="sm" onClick={() => setEntry(undefined)}>
              {t`Edit return`}
            </Button>
          </div>
        </DialogBody>
      ) : (
        <form
          className="contents"
          noValidate
          onSubmit={(event) => void form.handleSubmit(setEntry)(event)}
        >
          <DialogBody className="grid gap-4">
            <Notice tone="warn" title={t`This moves money to the tenant's wallet`}>
              {difference.first
                ? t`You are the second of two super admins; ${difference.first.by} recorded it first. Record the same.`
                : t`Record only what the provider or its bank confirmed, and each return once.`}
            </Notice>
            <Details
              of={[
                { label: t`Payout`, value: moneyOf(difference.ours) },
                { label: t`Provider reports as returned`, value: moneyOf(difference.theirs) },
                difference.first !== null && {
                  label: t`Reason of ${difference.first.by}`,
                  value: difference.first.reason,
                },
              ]}
            />
            <Field label={t`Returned amount`} required error={errors.amount?.message}>
              <AmountInput
                ref={ref}
                name={amount.name}
                value={amount.value}
                onValueChange={amount.onChange}
                onBlur={amount.onBlur}
              />
            </Field>
            <Field
              label={t`Provider's reference of the return`}
              required
              error={errors.return_reference?.message}
              hint={t`One reference is recorded once`}
            >
              <TextInput
                autoComplete="off"
                maxLength={limits.returnReferenceCharsMax}
                {...form.register("return_reference")}
              />
            </Field>
            <Controller
              control={form.control}
              name="refund_charges"
              render={({ field }) => (
                <RadioCards
                  legend={t`Fee and GST`}
                  options={charges}
                  value={field.value ? "refund" : "keep"}
                  onValueChange={(value) => field.onChange(value === "refund")}
                />
              )}
            />
            <Field
              label={t`Reason`}
              required
              error={errors.reason?.message}
              hint={t`Shown to the tenant and logged`}
            >
              <Textarea maxLength={limits.reasonCharsMax} {...form.register("reason")} />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              {t`Cancel`}
            </Button>
            <Button type="submit">{t`Continue to sign`}</Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

function Rupees({ value }: { value: number }) {
  const money = toMoney(value);
  return money && <Money value={money} className="font-semibold" />;
}

function moneyOf(side: Difference["ours"]): string {
  return side?.amount ? formatMoney(side.amount) : t`No amount`;
}
