import { listBankAccounts, type BankAccount } from "@rokad/contract/bank-accounts";
import { Link } from "@tanstack/react-router";
import { Landmark } from "lucide-react";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export interface ApprovedAccounts {
  list: readonly BankAccount[] | undefined;
  failed: boolean;
  retry: () => void;
}

/** The tenant's approved bank accounts: a deposit must come from one of them. */
export function useApprovedAccounts(): ApprovedAccounts {
  const query = { status: "approved", page: 1, limit: 100 } as const;
  const { data, error, mutate } = useApi(listBankAccounts, { query }, { onFocus: false });
  return { list: data?.data, failed: !data && error !== undefined, retry: () => void mutate() };
}

export function NoApprovedAccount({
  onBack,
  onLeave,
}: {
  onBack: () => void;
  onLeave: () => void;
}) {
  return (
    <>
      <DialogBody>
        <EmptyState
          icon={<Landmark />}
          title="No approved bank account yet"
          description="Deposits are accepted only from approved bank accounts. Add yours, or wait for its approval."
          className="py-6"
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Link to={paths.bankAccounts} onClick={onLeave} className={buttonClass()}>
          Go to Bank Accounts
        </Link>
      </DialogFooter>
    </>
  );
}
