import { getFloat } from "@rokad/contract/float";
import {
  listFundTransfers,
  type FundTransfer,
  type recordFundTransfer,
} from "@rokad/contract/fund-transfers";
import { listProviderCharges } from "@rokad/contract/provider-charges";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { lazy, Suspense, useCallback } from "react";
import { t } from "../super-admin-language.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { superAdminPaths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useOpened } from "../ui/use-opened.ts";
import { ChargesCard } from "./charges-card.tsx";
import { FloatCards } from "./float-cards.tsx";
import type { FloatSearch } from "./float-search.ts";
import { MovementsCard } from "./movements-card.tsx";
import type { TransferStart } from "./transfer-dialog.tsx";

const TransferDialog = lazy(async () => ({
  default: (await import("./transfer-dialog.tsx")).TransferDialog,
}));
const CorrectDialog = lazy(async () => ({
  default: (await import("./correct-dialog.tsx")).CorrectDialog,
}));
const ChargeDialog = lazy(async () => ({
  default: (await import("./charge-dialog.tsx")).ChargeDialog,
}));
const BalanceDialog = lazy(async () => ({
  default: (await import("./balance-dialog.tsx")).BalanceDialog,
}));

type OpenDialog =
  | { readonly kind: "transfer"; readonly start: TransferStart }
  | { readonly kind: "correct"; readonly transfer: FundTransfer }
  | { readonly kind: "charge" }
  | { readonly kind: "balance"; readonly accountId: string };

const refresh = () => refreshApi(getFloat, listFundTransfers, listProviderCharges);

/** The platform's own money with the bank and the providers, and what they charge. */
export function FloatPage() {
  const { page, charges } = useSearch({ from: "/signed-in/super-admin/super-admin/float" });
  const navigate = useNavigate();
  const go = (search: FloatSearch, how?: { replace: boolean }) =>
    void navigate({ to: superAdminPaths.float, search, resetScroll: false, ...how });
  const { data, error, isValidating, mutate, reload } = useApi(getFloat, {});
  const adapters = (data?.data.providers ?? []).map(({ adapter }) => adapter);
  const accounts = data?.data.bank.accounts ?? [];
  const { opened, isOpen, open, close } = useOpened<OpenDialog>();
  const dialog = opened?.about;
  const onCorrect = useCallback(
    (transfer: FundTransfer) => open({ kind: "correct", transfer }),
    [open],
  );
  const shared = {
    open: isOpen,
    onClose: close,
    refresh: () => void refresh(),
  };

  return (
    <>
      <PageHeader
        title={t`Float`}
        description={t`Your own money with the bank and the providers, and what they charge`}
        actions={
          <>
            <Permitted<typeof recordFundTransfer> needs="finance">
              <Button
                icon={<ArrowLeftRight />}
                disabled={!data}
                onClick={() => open({ kind: "transfer", start: {} })}
              >
                {t`Record transfer`}
              </Button>
            </Permitted>
            <RefreshButton onRefresh={() => Promise.all([reload(), refresh()])} />
          </>
        }
      />
      <FloatCards
        of={data?.data}
        error={error}
        retrying={isValidating}
        onRetry={() => void mutate()}
        onRecord={(start) => open({ kind: "transfer", start })}
        onBalance={(accountId) => open({ kind: "balance", accountId })}
      />
      <MovementsCard
        page={page ?? 1}
        onPage={(next, how) => go({ charges, page: next > 1 ? next : undefined }, how)}
        onCorrect={onCorrect}
        onRecord={() => open({ kind: "transfer", start: {} })}
      />
      <ChargesCard
        page={charges ?? 1}
        onPage={(next, how) => go({ page, charges: next > 1 ? next : undefined }, how)}
        onBook={() => open({ kind: "charge" })}
      />
      <Suspense>
        {dialog?.kind === "transfer" && (
          <TransferDialog
            key={opened?.number}
            start={dialog.start}
            adapters={adapters}
            accounts={accounts}
            {...shared}
          />
        )}
        {dialog?.kind === "correct" && (
          <CorrectDialog key={opened?.number} transfer={dialog.transfer} {...shared} />
        )}
        {dialog?.kind === "charge" && (
          <ChargeDialog key={opened?.number} adapters={adapters} {...shared} />
        )}
        {dialog?.kind === "balance" && (
          <BalanceDialog
            key={opened?.number}
            accountId={dialog.accountId}
            accounts={accounts}
            {...shared}
          />
        )}
      </Suspense>
    </>
  );
}
