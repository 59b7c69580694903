import type { Tenant } from "@rokad/contract/tenants";
import { useRef, useState } from "react";
import type { TenantDialog } from "./tenant-actions.ts";

export type Shown =
  | { readonly dialog: "create"; readonly open: boolean }
  | { readonly dialog: TenantDialog; readonly tenant: Tenant; readonly open: boolean };

export type TenantDialogState = ReturnType<typeof useTenantDialogs>;

/** Which dialog stands over the page; one that closes stays until its motion is over. */
export function useTenantDialogs() {
  const [shown, setShown] = useState<Shown | null>(null);
  const opener = useRef<Element | null>(null);

  function show(next: Shown): void {
    // Where a dialog leads on to another, the page's own button stays the one to return to.
    if (!shown?.open) opener.current = document.activeElement;
    setShown(next);
  }

  return {
    shown,
    create: () => show({ dialog: "create", open: true }),
    open: (dialog: TenantDialog, tenant: Tenant) => show({ dialog, tenant, open: true }),
    close: () => setShown((now) => now && { ...now, open: false }),
    closed: () => setShown((now) => (now?.open ? now : null)),
    /** A row may be gone by the time its dialog closes. */
    finalFocus: () =>
      opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null,
  };
}
