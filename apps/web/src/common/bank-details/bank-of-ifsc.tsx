import { ifscPattern } from "@rokad/contract/form-fields";
import { findIfsc } from "@rokad/contract/platform";
import { Landmark } from "lucide-react";
import { t } from "../../language.ts";
import { ApiError } from "../../api/api-error.ts";
import { useApi } from "../../api/use-api.ts";
import { Spinner } from "../../ui/spinner.tsx";

/** The bank of an IFSC code while the user types; requests nothing for an incomplete code. */
export function useBankOfIfsc(code: string) {
  const isComplete = ifscPattern.test(code);
  const { data, error, isLoading } = useApi(findIfsc, isComplete ? { params: { code } } : null, {
    onFocus: false,
    dedupeSeconds: 3600,
  });
  return {
    isLoading,
    bankName: data?.data.bank_name,
    warning: data?.data.warning,
    notFound: error instanceof ApiError && error.status === 404,
  };
}

/** The hint under the IFSC field. */
export function BankOfIfsc({ bank }: { bank: ReturnType<typeof useBankOfIfsc> }) {
  if (bank.isLoading) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <Spinner className="size-3.5" /> {t`Looking up the bank`}
      </span>
    );
  }
  if (bank.notFound) return t`No bank found for this code. Check the code.`;
  if (!bank.bankName) return t`11 characters, as on the cheque book`;
  return (
    <span className="inline-flex items-start gap-1.5">
      <Landmark aria-hidden className="mt-0.5 size-3.5 shrink-0 text-good" />
      <span>
        <span className="font-medium text-text">{bank.bankName}</span>
        {bank.warning && ` · ${bank.warning}`}
      </span>
    </span>
  );
}
