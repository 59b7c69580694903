import { getTenantStatistics, setTenantStatus, type Tenant } from "@rokad/contract/tenants";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { toast } from "../ui/toast.ts";
import { refreshTenants } from "./refresh-tenants.ts";
import type { TenantActions } from "./tenant-actions.ts";

/** Activates at once, unless payouts are held: then a dialog asks what happens to them. */
export function useActivation(open: TenantActions["open"]): TenantActions["activate"] {
  const [busy, setBusy] = useState<string>();

  async function activate(tenant: Tenant): Promise<void> {
    if (busy) return;
    const { _id: id } = tenant;
    setBusy(id);
    try {
      const { data } = await send(getTenantStatistics, { params: { id } });
      if (data.held_payouts.count > 0) return open("activate", tenant);
      const { message } = await sendIdempotent(
        setTenantStatus,
        { params: { id }, body: { isActive: true } },
        { keptMs: approvalKeptMs, seen: tenant.updatedAt },
      );
      toast.success(message ?? t`Tenant activated successfully`);
      await refreshTenants();
    } catch (failure) {
      toast.error(messageOf(failure, t`Failed to update tenant status`));
    } finally {
      setBusy(undefined);
    }
  }

  return (tenant) => void activate(tenant);
}
