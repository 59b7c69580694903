import type { ApiKeyKind } from "@rokad/contract/notifications";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../notifications/notify.ts";

/** Notifies a business of a key of its own, and updates open pages. */
export async function notifyOfKey(
  db: Tx,
  tenantId: string,
  { kind, id, detail }: { readonly kind: ApiKeyKind; readonly id: string; readonly detail: string },
): Promise<void> {
  await notify(db, [{ personId: tenantId, kind, subjectId: id, detail }]);
  await publishChange(db, [tenantId], ["api_keys", "notifications"]);
}
