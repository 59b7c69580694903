import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { addFundsOpen, closeAddFunds } from "./shell/add-funds.ts";

const DepositDialog = lazy(async () => ({
  default: (await import("./deposits/deposit-dialog.tsx")).DepositDialog,
}));

/** The deposit dialog over whichever page asked for it; its code comes with the first press. */
export function AddFundsDialog() {
  const open = useSyncExternalStore(addFundsOpen.subscribe, addFundsOpen.get);
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return <Suspense>{wanted && <DepositDialog open={open} onClose={closeAddFunds} />}</Suspense>;
}
