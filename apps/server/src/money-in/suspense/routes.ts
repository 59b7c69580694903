import * as calls from "@rokad/contract/suspense";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { decideCredit } from "./decide-credit.ts";
import { describeAssignment, describeCredit } from "./describe-decision.ts";
import { listSuspense } from "./list-suspense.ts";
import { revealSender } from "./reveal-sender.ts";

const firstDecisionMessage =
  "First of two decisions recorded. Another super admin must decide the same.";

export function suspenseRoutes(app: FastifyInstance): void {
  serve(app, calls.listSuspense, ({ query }) => listSuspense(query));

  serve(
    app,
    calls.assignCredit,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.assignCredit, request));
      const decision = {
        how: "assign",
        tenantId: body.tenant_id,
        utr: body.utr_reference ?? null,
        addAccount: body.add_account ?? false,
        completesRequest: body.complete_request ?? false,
        note: body.note || null,
      } as const;
      const data = await decideCredit(person, params.id, decision, run);
      return { message: messageOf(data, "Credited to the tenant's wallet"), data };
    },
    ({ params, body }) => describeAssignment(params.id, body.tenant_id),
  );

  serve(
    app,
    calls.returnCredit,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.returnCredit, request));
      const decision = {
        how: "return",
        utr: body.utr_reference,
        note: body.reason,
      } as const;
      const data = await decideCredit(person, params.id, decision, run);
      return { message: messageOf(data, "Recorded as returned"), data };
    },
    ({ params }) =>
      describeCredit(
        params.id,
        "suspense, returned",
        (amount) => `Record ${amount} in suspense as returned`,
      ),
  );

  serve(
    app,
    calls.dismissCredit,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.dismissCredit, request));
      const decision = {
        how: "dismiss",
        utr: body.utr_reference ?? null,
        note: body.reason,
      } as const;
      const data = await decideCredit(person, params.id, decision, run);
      return { message: messageOf(data, "Recorded as already credited"), data };
    },
    ({ params }) =>
      describeCredit(
        params.id,
        "suspense, already credited",
        (amount) => `Record ${amount} in suspense as already credited`,
      ),
  );

  serve(
    app,
    calls.revealCreditSender,
    async ({ person, params }) => ({
      data: await revealSender(person, params.id),
    }),
    ({ params }) =>
      describeCredit(
        params.id,
        "show the sender's account",
        (amount) => `Show the sender's whole account number of ${amount} in suspense`,
      ),
  );
}

function messageOf(
  { outcome }: { readonly outcome: "decided" | "first_approval" },
  decided: string,
) {
  return outcome === "decided" ? decided : firstDecisionMessage;
}
