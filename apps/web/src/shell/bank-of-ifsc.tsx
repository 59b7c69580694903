import { ifscPattern } from "@rokad/contract/fields";
import { findIfsc } from "@rokad/contract/platform";
import { Landmark } from "lucide-react";
import { ApiError } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Spinner } from "../ui/spinner.tsx";

/** The bank behind an IFSC code while it is typed; asks nothing before the code is whole. */
export function useBankOfIfsc(code: string) {
  const whole = ifscPattern.test(code);
  const { data, error, isLoading } = useApi(findIfsc, whole ? { params: { code } } : null, {
    onFocus: false,
    dedupeSeconds: 3600,
  });
  return {
    asking: isLoading,
    bankName: data?.data.bank_name,
    /** False for a code that only looks right: new branches lag in the list. */
    known: data?.data.known ?? true,
    notFound: error instanceof ApiError && error.status === 404,
  };
}

/** What to say under the IFSC field. Silent where nothing is known, such as without a connection. */
export function BankOfIfsc({ bank }: { bank: ReturnType<typeof useBankOfIfsc> }) {
  if (bank.asking) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <Spinner className="size-3.5" /> Looking up the bank
      </span>
    );
  }
  if (bank.notFound) return "We could not find a bank for this code. Check it once more.";
  if (!bank.bankName) return "11 characters, on the cheque book";
  return (
    <span className="inline-flex items-start gap-1.5">
      <Landmark aria-hidden className="mt-0.5 size-3.5 shrink-0 text-good" />
      <span>
        <span className="font-medium text-text">{bank.bankName}</span>
        {!bank.known && " (a branch that our list does not have; check the code)"}
      </span>
    </span>
  );
}
