import type { Payee } from "@rokad/contract/payout-destinations";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { PayeeSearch } from "../common/payouts/payee-search.tsx";
import { fieldsOfPayee, type PayoutDraft } from "../common/payouts/start-payout.ts";
import { Button } from "../ui/button.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Notice } from "../ui/notice.tsx";
import { hasPayee } from "./choose-request.ts";
import type { PayoutFormState } from "./payout-form.ts";

interface PayeePanelProps {
  form: PayoutFormState;
  isSearching: boolean;
  onSearch: (isSearching: boolean) => void;
}

/** Above the form: the saved beneficiary that filled it in, and the search for another one. */
export function PayeePanel({ form, isSearching, onSearch }: PayeePanelProps) {
  const { payee, note, ...values } = useWatch({ control: form.control }) as PayoutDraft;

  // Of a payee that was chosen elsewhere, only the amount is missing.
  useEffect(() => {
    const start = form.getValues() as PayoutDraft;
    if (start.payee && !start.amount) form.setFocus("amount");
  }, [form]);

  function fill(next: Payee) {
    // Amount, purpose and remarks stay: the person may have typed them first.
    const blank = { upi_id: "", account_number: "", ifsc_code: "" };
    const contact = { beneficiary_email: "", beneficiary_phone: "", beneficiary_address: "" };
    const filled = { ...blank, ...contact, ...fieldsOfPayee(next), note: undefined };
    for (const [name, value] of Object.entries(filled))
      form.setValue(name as keyof PayoutForm, value as never, { shouldDirty: true });
    form.clearErrors();
    onSearch(false);
    form.setFocus("amount");
  }

  return (
    <div className="grid gap-3">
      {note && (
        <Notice tone="warn" title={t`This payout failed`}>
          {note}
        </Notice>
      )}
      {isSearching ? (
        <PayeeSearch
          onChoose={fill}
          onClose={() => onSearch(false)}
          otherwise={{
            unknown: t`Enter the details below.`,
            none: t`Enter the details below and save them as you pay.`,
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-sm">
            {!payee ? (
              <span className="text-muted">{t`Check the details before you send again.`}</span>
            ) : hasPayee(values, payee) ? (
              <>
                {t`To ${<span className="font-medium">{payee.beneficiary_name}</span>}`}{" "}
                <span className="text-muted tabular-nums">{accountOf(payee)}</span>
              </>
            ) : (
              <span className="text-muted">
                {t`You changed the details of ${payee.beneficiary_name}. This pays what you entered.`}
              </span>
            )}
          </p>
          <Button variant="secondary" size="sm" onClick={() => onSearch(true)}>
            {payee ? t`Change` : t`Choose a beneficiary`}
          </Button>
        </div>
      )}
    </div>
  );
}

function accountOf({ upi_id, account_number }: Payee): string {
  return upi_id ?? maskAccount(account_number ?? "");
}
