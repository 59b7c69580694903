import { ActivateTenantDialog } from "./activate-tenant-dialog.tsx";
import { CloseTenantDialog } from "./close-tenant-dialog.tsx";
import { CreateTenantDialog } from "./create-tenant-dialog.tsx";
import { DeactivateTenantDialog } from "./deactivate-tenant-dialog.tsx";
import { EditTenantDialog } from "./edit-tenant-dialog.tsx";
import type { Shown, TenantDialogState } from "./use-tenant-dialogs.ts";
import { ViewTenantDialog } from "./view-tenant-dialog.tsx";

/** The open dialog; its code loads with the first dialog. */
export function TenantDialogs({ shown, dialogs }: { shown: Shown; dialogs: TenantDialogState }) {
  const frame = {
    open: shown.open,
    onClose: dialogs.close,
    onClosed: dialogs.closed,
    finalFocus: dialogs.finalFocus,
  };
  if (shown.dialog === "create") return <CreateTenantDialog {...frame} />;
  const { tenant } = shown;
  const of = { ...frame, tenant };
  if (shown.dialog === "edit") return <EditTenantDialog {...of} key={tenant._id} />;
  if (shown.dialog === "activate") return <ActivateTenantDialog {...of} key={tenant._id} />;
  if (shown.dialog === "deactivate") return <DeactivateTenantDialog {...of} key={tenant._id} />;
  if (shown.dialog === "close") return <CloseTenantDialog {...of} key={tenant._id} />;
  return <ViewTenantDialog {...of} key={tenant._id} />;
}
