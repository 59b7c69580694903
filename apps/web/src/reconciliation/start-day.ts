import {
  getReconciliation,
  listReconciliationRuns,
  startReconciliation,
} from "@rokad/contract/reconciliation";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";

/** Starts a run and shows the result as a toast. */
export async function startDay(adapter: string, day: string): Promise<void> {
  try {
    const { message } = await send(startReconciliation, { body: { adapter, day } });
    toast.success(message ?? t`The day is being reconciled`);
  } catch (error) {
    toast.error(messageOf(error));
  } finally {
    await refreshApi(listReconciliationRuns, getReconciliation);
  }
}
