import { createSavedView } from "@rokad/contract/saved-views";
import { newId } from "../src/kernel/ids.ts";
import type { ActedOn } from "./approval-rows.ts";
import type { SignedIn } from "./signed-in.ts";

/** A new view of the tenant for each call about views that takes an id. */
export function viewRows(owner: () => SignedIn): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function saved() {
    const body = { history: "payouts" as const, name: newId(), query: { status: "failed" } };
    return (await owner().ask(createSavedView, { body })).data.id;
  }
  return {
    changeSavedView: async () => ({ id: await saved(), body: { is_default: true } }),
    deleteSavedView: async () => ({ id: await saved() }),
  };
}
