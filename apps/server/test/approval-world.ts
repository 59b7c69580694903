import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { getPaymentRequest } from "@rokad/contract/payment-requests";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { listSandboxMessages } from "@rokad/contract/sandbox";
import { sql } from "kysely";
import { expect } from "vitest";
import { database, transaction } from "../src/database/db.ts";
import { disableMember } from "../src/identity/members/set-member-status.ts";
import { issueToken } from "../src/identity/signatures/verify-step-up.ts";
import { remindApprovers } from "../src/payouts/approval-queue/remind-approvers.ts";
import { expireRequests } from "../src/payouts/requests/expire-requests.ts";
import { verifyApprovals } from "../src/payouts/requests/verify-approvals.ts";
import { impsOrder } from "./forms.ts";
import { memberIdOf } from "./member-id.ts";
import { lostReferences } from "./references-of-orders.ts";
import type { SignedIn } from "./signed-in.ts";
import { openWorld } from "./world.ts";

export type ApprovalWorld = Awaited<ReturnType<typeof openApprovalWorld>>;

interface Chosen {
  readonly id: string;
  readonly content_hash: string;
}

export interface Team {
  readonly owner: SignedIn;
  readonly preparer: SignedIn;
  readonly approver: SignedIn;
  /** Another approver. */
  readonly second: SignedIn;
}

/** The world with businesses of four people: an owner, a preparer and two approvers. */
export async function openApprovalWorld() {
  const world = await openWorld();
  let newest: Team | undefined;

  async function savePolicy(owner: SignedIn, bands: readonly object[], rules: object = {}) {
    const { body } = await owner.get("/approval-policy");
    const base_version = body.data.in_force?.version ?? null;
    const saved = await owner.put("/approval-policy", {
      bands,
      base_version,
      reason: "A test",
      ...rules,
    });
    if (saved.status !== 200) throw new Error(saved.text);
  }

  /** Asks for the approval of these, with the token of a signature or without. */
  function askToApprove(by: SignedIn, chosen: readonly Chosen[], token?: string, key?: string) {
    const requests = chosen.map(({ id, content_hash }) => ({ id, content_hash }));
    return by.post("/payment-requests/approve", { requests }, { signature: token ?? null, key });
  }

  async function signApprovals(by: SignedIn, chosen: readonly Chosen[]): Promise<string> {
    const asked = await askToApprove(by, chosen);
    return (await issueToken(asked.body.error.step_up?.id ?? "")).token;
  }

  const messagesTo = async (mobile: string) =>
    (await world.anyone.ask(listSandboxMessages, { query: { mobile } })).data;

  return {
    ...world,
    savePolicy,
    askToApprove,
    signApprovals,
    memberIdOf,

    async team({ bands, wallet = "₹50,000" }: { bands?: readonly object[]; wallet?: string } = {}) {
      const owner = await world.operator({ wallet });
      newest = {
        owner,
        preparer: await world.member(owner, ["preparer"], "Priya Nair"),
        approver: await world.member(owner, ["approver"], "Anil Kumar"),
        second: await world.member(owner, ["approver"], "Vikram Rao"),
      };
      if (bands) await savePolicy(owner, bands);
      return newest;
    },
    lastTeam: async (): Promise<Team> => {
      if (!newest) throw new Error("There is no team yet");
      return newest;
    },

    /** A submitted request. */
    async request(by: SignedIn, payout: PayoutForm = impsOrder()) {
      const { status, body, text } = await by.post("/payment-requests", { payout });
      if (status !== 201) throw new Error(text);
      return body.data;
    },
    read: async (by: SignedIn, id: string) =>
      (await by.ask(getPaymentRequest, { params: { id } })).data,
    async approve(
      by: SignedIn,
      chosen: readonly Chosen[],
      key?: string,
    ): Promise<ApprovalOutcome[]> {
      const requests = chosen.map(({ id, content_hash }) => ({ id, content_hash }));
      const { status, body, text } = await by.post(
        "/payment-requests/approve",
        { requests },
        { key },
      );
      if (status !== 200) throw new Error(text);
      return body.data;
    },
    /** Signs as people do: with the code of a text. */
    async signByCode(
      by: SignedIn,
      asked: { body: { error: { step_up?: { id: string } | undefined } } },
    ) {
      const id = asked.body.error.step_up?.id ?? "";
      await by.post("/auth/step-up", { id });
      const otp = await world.codeFor(by.mobile);
      const { body } = await by.post("/auth/step-up/verify", { id, otp });
      return body.data.token;
    },
    newestText: async (mobile: string) => (await messagesTo(mobile))[0]?.text ?? "",
    notificationKinds: async (by: SignedIn) =>
      (await by.get("/notifications")).body.data.map(({ kind }) => kind),
    async setLimits(by: SignedIn, of: SignedIn, limits: object) {
      const { status, text } = await by.put(`/member-limits/${await memberIdOf(of)}`, limits);
      if (status !== 200) throw new Error(text);
    },
    disable: async (owner: SignedIn, member: SignedIn) => {
      const id = await memberIdOf(member);
      await transaction((db) => disableMember(db, null, owner.id, id));
    },
    /** Runs something while the fee is another one than the default. */
    async withFee<T>(paise: number, work: () => Promise<T>): Promise<T> {
      await sql`
        insert into settings (key, value, updated_at) values ('fee_paise', ${String(paise)}, now())
      `.execute(database());
      try {
        return await work();
      } finally {
        await sql`delete from settings where key = 'fee_paise'`.execute(database());
      }
    },
    later: <T>(ms: number, work: () => Promise<T>) => world.afterSeconds(ms / 1_000, work),
    remind: remindApprovers,
    expire: expireRequests,

    /** Holds books and approvals against each other. */
    async check(): Promise<void> {
      expect(await verifyApprovals(database())).toEqual([]);
      expect(await lostReferences()).toEqual([]);
      expect(await world.faults()).toEqual([]);
    },
  };
}
