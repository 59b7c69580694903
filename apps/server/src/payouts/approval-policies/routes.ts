import * as calls from "@rokad/contract/approval-policies";
import { simulateApproval as simulation } from "@rokad/contract/approval-simulation";
import * as limits from "@rokad/contract/member-limits";
import type { FastifyInstance } from "fastify";
import { formatMoney } from "@rokad/money/format";
import { rupeesToPaise } from "@rokad/money/rupees";
import { database, transaction } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { inr } from "../../kernel/money.ts";
import { describePolicies } from "./describe-policy.ts";
import { listMemberLimits, nameOfMember, setMemberLimits } from "./member-limits.ts";
import { versionOfPolicy } from "./policy-queries.ts";
import { confirmPolicy, rejectPolicy, savePolicy } from "./save-policy.ts";
import { showPolicy } from "./show-policy.ts";
import { simulateApproval } from "./simulate-approval.ts";

export function approvalPolicyRoutes(app: FastifyInstance): void {
  serve(app, calls.getApprovalPolicy, async ({ person }) => ({ data: await showPolicy(person) }));

  serve(app, calls.listPolicyVersions, async ({ person }) => ({
    data: await describePolicies(database(), person),
  }));

  serve(
    app,
    calls.saveApprovalPolicy,
    async (request) => {
      const { person, body } = request;
      const run = runOnce(keyedRequest(calls.saveApprovalPolicy, { ...request, params: {} }));
      const data = await savePolicy(person, body, run);
      return { message: messages[data.state], data };
    },
    async ({ body }) => {
      const bands = body.bands.length;
      return `Change the approval policy to ${bands} ${bands === 1 ? "rule" : "rules"}`;
    },
  );

  serve(
    app,
    calls.confirmApprovalPolicy,
    async (request) => {
      const { person, params } = request;
      const run = runOnce(keyedRequest(calls.confirmApprovalPolicy, { ...request, body: {} }));
      const data = await confirmPolicy(person, params.id, run);
      return { message: messages[data.state], data };
    },
    async ({ person, params }) =>
      `Confirm version ${await versionOfPolicy(database(), person.tenantId, params.id)} of the approval policy`,
  );

  serve(app, calls.rejectApprovalPolicy, async ({ person, params, body }) => {
    const data = await rejectPolicy(person, params.id, body.reason, transaction);
    return { message: messages[data.state], data };
  });

  serve(app, simulation, async ({ person, body }) => ({
    data: await simulateApproval(person, body),
  }));

  serve(app, limits.listMemberLimits, async ({ person }) => ({
    data: await listMemberLimits(person),
  }));

  serve(
    app,
    limits.setMemberLimits,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(limits.setMemberLimits, request));
      return { message: "Limits saved", data: await setMemberLimits(person, params.id, body, run) };
    },
    async ({ person, params, body }) => {
      const name = await nameOfMember(person, params.id);
      const [payout, day] = [body.per_payout, body.per_day].map((rupees) =>
        rupees === null ? "no limit" : formatMoney(inr(rupeesToPaise(rupees))),
      );
      return `Set the limits of ${name} to ${payout} per payout and ${day} per day`;
    },
  );
}

const messages = {
  proposed: "Approval policy proposed. Another owner must confirm it.",
  in_force: "Approval policy in force. Pending requests keep their version.",
  replaced: "Approval policy replaced",
  rejected: "Approval policy rejected",
  withdrawn: "Proposed approval policy withdrawn",
} as const;
