import type { Tenant } from "@rokad/contract/tenants";
import {
  closeVirtualAccount,
  listTenantVirtualAccounts,
  openVirtualAccount,
  type KeptVirtualAccount,
} from "@rokad/contract/virtual-accounts";
import { useState } from "react";
import { inContext, t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { useMay } from "../api/session.ts";
import { SimulateButton } from "../common/simulation/simulate-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { CloseAccountForm } from "./close-account-form.tsx";

/** The tenant's virtual accounts with their state and actions. */
export function TenantVirtualAccounts({ tenant }: { tenant: Tenant }) {
  const params = { id: tenant._id };
  const { data, error, isValidating, mutate } = useApi(listTenantVirtualAccounts, { params });
  const canOpen = useMay<typeof openVirtualAccount>("operate");
  const accounts = data?.data.accounts.filter(({ state }) => state !== "closed") ?? [];
  return (
    <Card role="region" aria-label={t`Virtual Accounts`} aria-busy={!data && !error}>
      <CardHeader title={t`Virtual Accounts`} />
      <CardBody className="grid gap-2">
        {error && !data && (
          <Notice
            tone="bad"
            title={t`Failed to load virtual accounts`}
            action={
              <Button
                variant="secondary"
                size="sm"
                busy={isValidating}
                onClick={() => void mutate()}
              >
                {t`Retry`}
              </Button>
            }
          />
        )}
        {!data && !error && <Skeleton className="h-9" />}
        {accounts.map((account) => (
          <Account key={account.id} of={account} tenant={tenant} />
        ))}
        {canOpen &&
          data?.data.providers.map((provider) => (
            <Open key={provider} provider={provider} tenant={tenant} />
          ))}
        {!canOpen && data && accounts.length === 0 && data.data.providers.length > 0 && (
          <p className="text-dense text-muted">{t`No virtual account yet.`}</p>
        )}
        {data && accounts.length === 0 && data.data.providers.length === 0 && (
          <p className="text-dense text-muted">{t`No provider here offers virtual accounts.`}</p>
        )}
      </CardBody>
    </Card>
  );
}

const locks = {
  set: ["good", t`Locked to the approved accounts`],
  waiting: ["info", t`Locking to the approved accounts`],
  late: ["warn", t`Not locked to the newest approved accounts yet`],
} as const;
const states = {
  opening: t`Opening`,
  open: inContext("state")`Open`,
  closing: t`Closing`,
  closed: t`Closed`,
} as const;

function Account({ of: account, tenant }: { of: KeptVirtualAccount; tenant: Tenant }) {
  const [closing, setClosing] = useState(false);
  const [tone, label] = locks[account.lock];
  const isOpen = account.state === "open" || account.state === "opening";
  const canClose = useMay<typeof closeVirtualAccount>("operate") && isOpen;

  async function close(reason: string) {
    const { message } = await send(closeVirtualAccount, {
      params: { id: account.id },
      body: { reason },
    });
    toast.success(message ?? t`The virtual account is being closed`);
    setClosing(false);
    void refreshApi(listTenantVirtualAccounts);
  }

  return (
    <div className="grid gap-2 rounded-card border border-line bg-sunken/60 px-4 py-3 text-dense">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="tabular-nums">
          {account.account_number ? (
            <Copyable value={account.account_number} label={t`Account number`} />
          ) : (
            t`No number yet`
          )}
        </span>
        <Badge tone={account.state === "open" ? "good" : "outline"}>{states[account.state]}</Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
        <span>
          {account.provider}
          {account.ifsc_code && ` · ${account.ifsc_code}`}
        </span>
        {canClose && !closing && (
          <Button variant="link" size="text" onClick={() => setClosing(true)}>
            {t`Close account`}
          </Button>
        )}
      </div>
      {account.state === "open" && <Badge tone={tone}>{label}</Badge>}
      {account.problem && <p className="break-words text-muted">{account.problem}</p>}
      {account.account_number && (
        <SimulateButton
          provider={account.provider}
          number={account.account_number}
          tenant={tenant}
        />
      )}
      {closing && <CloseAccountForm onCancel={() => setClosing(false)} onClose={close} />}
    </div>
  );
}

function Open({ provider, tenant }: { provider: string; tenant: Tenant }) {
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    try {
      const input = { params: { id: tenant._id }, body: { provider } };
      const { message } = await send(openVirtualAccount, input);
      toast.success(message ?? t`The virtual account is being opened`);
    } catch (error) {
      toast.error(messageOf(error, t`Failed to open a virtual account`));
    } finally {
      setBusy(false);
      void refreshApi(listTenantVirtualAccounts);
    }
  }

  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        busyLabel={t`Opening...`}
        onClick={() => void open()}
      >
        {t`Open account with ${provider}`}
      </Button>
    </div>
  );
}
