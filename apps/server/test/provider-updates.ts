import {
  applyProviderUpdate,
  applyProviderUpdates,
} from "../src/payouts/send/apply-provider-updates.ts";
import type { TransferUpdate } from "../src/providers/transfer.ts";

const fromSandbox = (update: TransferUpdate) => ({ ...update, adapter: "sandbox" });

/** Applies an update from the sandbox as the worker does: batched with concurrent ones. */
export const receiveUpdate = (update: TransferUpdate) => applyProviderUpdate(fromSandbox(update));

/** Applies several updates in one transaction, as the worker does. */
export const receiveUpdates = (updates: readonly TransferUpdate[]) =>
  applyProviderUpdates(updates.map(fromSandbox));
