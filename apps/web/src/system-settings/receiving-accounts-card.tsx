import {
  listReceivingAccounts,
  type addReceivingAccount,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { formatMoney } from "@rokad/money/format";
import { Landmark, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import type { useProposals } from "../common/proposals/use-proposals.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ReceivingAccountItem, type AccountAction } from "./receiving-account-item.tsx";

const ReceivingAccountDialog = lazy(async () => ({
  default: (await import("./receiving-account-dialog.tsx")).ReceivingAccountDialog,
}));
const AccountActionDialog = lazy(async () => ({
  default: (await import("./account-action-dialog.tsx")).AccountActionDialog,
}));

/** What a dialog is about, and whether it is open or closing. */
interface Shown {
  readonly account: OwnAccount | undefined;
  readonly action: AccountAction | "add";
  readonly open: boolean;
  /** Counts the openings: each starts with the current values. */
  readonly turn: number;
}

interface ReceivingAccountsCardProps {
  proposals: ReturnType<typeof useProposals>;
  onReview: (proposalId: string) => void;
}

/** The accounts to which tenants transfer: the default first. */
export function ReceivingAccountsCard({ proposals, onReview }: ReceivingAccountsCardProps) {
  const { data, error, isValidating, mutate } = useApi(listReceivingAccounts, {});
  const [shown, setShown] = useState<Shown>();
  const list = data?.data;
  const show = (action: Shown["action"], account?: OwnAccount) =>
    setShown((before) => ({ action, account, open: true, turn: (before?.turn ?? 0) + 1 }));
  const close = () => setShown((before) => before && { ...before, open: false });
  const effect = proposals.effectOf("receiving_account");
  const dialog = { open: shown?.open ?? false, effect, onClose: close };
  return (
    <Card aria-label={t`Receiving account`}>
      <CardHeader
        title={t`Receiving account`}
        description={t`Where tenants transfer money for their wallets`}
        action={
          <Permitted<typeof addReceivingAccount> needs="finance">
            <Button
              variant="secondary"
              size="sm"
              icon={<Plus />}
              disabled={!list}
              onClick={() => show("add")}
            >
              {t`Add account`}
            </Button>
          </Permitted>
        }
        ruled
      />
      {error && !list ? (
        <ErrorPanel
          message={t`Failed to load the receiving accounts`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <CardBody className="grid gap-4">
          {!list && <Loading />}
          {list && !list.accounts.some((account) => account.is_active) && (
            <Notice tone="warn" icon={<Landmark />} title={t`Tenants can't see where to transfer.`}>
              {t`They have to ask their administrator. Add the account that receives their transfers.`}
            </Notice>
          )}
          {list?.accounts.map((account) => (
            <ReceivingAccountItem
              key={account.id}
              account={account}
              waiting={proposals.waitingFor("receiving_account", account.id)}
              onReview={onReview}
              onAction={(action) => show(action, account)}
            />
          ))}
          {list && list.elsewhere.amount !== 0 && (
            <p className="text-dense text-muted tabular-nums">
              {t`${formatMoney(list.elsewhere)} more was received in no receiving account, of ${formatMoney(list.total)} in all.`}
            </p>
          )}
        </CardBody>
      )}
      <Suspense>
        {shown && list && (shown.action === "add" || shown.action === "edit") && (
          <ReceivingAccountDialog
            key={shown.turn}
            account={shown.account}
            list={list}
            {...dialog}
          />
        )}
        {shown?.account && shown.action !== "add" && shown.action !== "edit" && (
          <AccountActionDialog account={shown.account} action={shown.action} {...dialog} />
        )}
      </Suspense>
    </Card>
  );
}

function Loading() {
  return (
    <div aria-busy className="grid gap-3 rounded-card border border-line px-4 py-3">
      <Skeleton className="h-5 w-48" />
      {["w-36", "w-32", "w-28", "w-40"].map((width) => (
        <div key={width} className="flex h-5 items-center justify-between">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}
