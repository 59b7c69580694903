import type { SettingChangeRequest } from "@rokad/contract/settings";
import type { Caller } from "./caller.ts";
import { presign } from "./presign.ts";

/** Changes that need two super admins; their callers sign them. */
export const signing = {
  saveSigned: (
    by: Caller,
    changes: readonly SettingChangeRequest[],
    reason = "Agreed with the board",
  ) => by.put("/super-admin/settings", { changes, reason }),

  saveCredential: (
    by: Caller,
    name: string,
    change: { value: string | null; seen_set_at: string | null },
    reason = "Yearly change of keys",
  ) => by.put(`/super-admin/credentials/${name}` as const, { ...change, reason }),

  addAccount: (by: Caller, form: object, reason = "Agreed with the board") =>
    by.post("/super-admin/receiving-accounts", { ...form, reason }),

  changeAccount: (by: Caller, id: string, change: object, reason = "Agreed with the board") =>
    by.put(`/super-admin/receiving-accounts/${id}` as const, { ...change, reason }),

  confirm: (by: Caller, id: string) => by.post(`/super-admin/proposals/${id}/confirm` as const),

  /** Signs the confirmation of a proposal now. @returns the call that confirms it. */
  async signedConfirmation(by: Caller, id: string) {
    const path = `/super-admin/proposals/${id}/confirm` as const;
    const signature = await presign(by, path);
    return () => by.post(path, undefined, { signature });
  },
};
