import { listBankAccounts, type BankAccount } from "@rokad/contract/bank-accounts";
import { Link } from "@tanstack/react-router";
import { Landmark } from "lucide-react";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export interface ApprovedAccounts {
  list: readonly BankAccount[] | undefined;
  failed: boolean;
  retry: () => void;
}

/** The tenant's approved bank accounts: deposits come from them, withdrawals go to them. */
export function useApprovedAccounts(): ApprovedAccounts {
  const query = { status: "approved", page: 1, limit: 100 } as const;
  const { data, error, mutate } = useApi(listBankAccounts, { query }, { onFocus: false });
  return { list: data?.data, failed: !data && error !== undefined, retry: () => void mutate() };
}

interface NoApprovedAccountProps {
  description?: string;
  backLabel?: string;
  onBack: () => void;
  onLeave: () => void;
}

export function NoApprovedAccount({
  description = t`Deposits are accepted only from approved bank accounts. Add yours, or wait for its approval.`,
  backLabel = t`Back`,
  onBack,
  onLeave,
}: NoApprovedAccountProps) {
  return (
    <>
      <DialogBody>
        <EmptyState
          icon={<Landmark />}
          title={t`No approved bank account yet`}
          description={description}
          className="py-6"
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack}>
          {backLabel}
        </Button>
        <Link to={paths.bankAccounts} onClick={onLeave} className={buttonClass()}>
          {t`Go to Bank Accounts`}
        </Link>
      </DialogFooter>
    </>
  );
}
