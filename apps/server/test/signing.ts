import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import type { SettingChangeRequest } from "@rokad/contract/settings";
import type { Caller } from "./caller.ts";
import type { SignedIn } from "./signed-in.ts";

type Signer = Caller & Partial<Pick<SignedIn, "mobile">>;

/** Signs changes that need two super admins, with the codes that were texted to them. */
export function signingIn(world: { codeFor(mobile: string): Promise<string> }) {
  /** A test signs more often than a person may in an hour. */
  async function clearSignatures({ mobile }: Signer): Promise<void> {
    await sql`update one_time_codes set created_at = created_at - interval '2 hours'
      where mobile = ${mobile} and purpose = 'proposal'`.execute(database());
  }

  /** The code of an accepted request; undefined when the request was refused. */
  async function codeOf(by: Signer, request: () => Promise<{ status: number }>) {
    if (!by.mobile) return undefined;
    await clearSignatures(by);
    return (await request()).status === 200 ? world.codeFor(by.mobile) : undefined;
  }

  return {
    clearSignatures,

    /** Requests the code for changes of settings and saves with it. */
    async saveSigned(
      by: Signer,
      changes: readonly SettingChangeRequest[],
      reason = "Agreed with the board",
    ) {
      const path = "/super-admin/settings";
      const otp = await codeOf(by, () => by.post(`${path}/code`, { changes, reason }));
      return by.put(path, { changes, reason, otp: otp ?? "000000" });
    },

    /** Requests the code for a change of a credential and saves with it. */
    async saveCredential(
      by: Signer,
      name: string,
      change: { value: string | null; seen_set_at: string | null },
      reason = "Yearly change of keys",
    ) {
      const path = `/super-admin/credentials/${name}` as const;
      const otp = await codeOf(by, () => by.post(`${path}/otp`, { ...change, reason }));
      return by.put(path, { ...change, reason, otp: otp ?? "000000" });
    },

    /** Requests the code for a new receiving account and proposes it. */
    async addAccount(by: Signer, form: object, reason = "Agreed with the board") {
      const path = "/super-admin/receiving-accounts";
      const otp = await codeOf(by, () => by.post(`${path}/code`, { ...form, reason }));
      return by.post(path, { ...form, reason, otp: otp ?? "000000" });
    },

    /** Requests the code for a change of a receiving account and proposes it. */
    async changeAccount(by: Signer, id: string, change: object, reason = "Agreed with the board") {
      const path = `/super-admin/receiving-accounts/${id}` as const;
      const otp = await codeOf(by, () => by.post(`${path}/code`, { ...change, reason }));
      return by.put(path, { ...change, reason, otp: otp ?? "000000" });
    },

    /** The code with which this person confirms a proposal; undefined when it was refused. */
    codeToConfirm: (by: Signer, id: string) =>
      codeOf(by, () => by.post(`/super-admin/proposals/${id}/code`)),

    /** Confirms a proposal with a code of this person's own. */
    async confirm(by: Signer, id: string) {
      const path = `/super-admin/proposals/${id}` as const;
      const otp = (await codeOf(by, () => by.post(`${path}/code`))) ?? "000000";
      return by.post(`${path}/confirm`, { otp });
    },
  };
}
