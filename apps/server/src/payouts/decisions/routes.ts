import * as calls from "@rokad/contract/payout-outcomes";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../kernel/config.ts";
import { serve } from "../../http/serve.ts";
import { confirmOutcome, sendConfirmationCode } from "./confirm-outcome.ts";
import { proposeOutcome, sendProposalCode } from "./propose-outcome.ts";
import { showOutcome } from "./show-outcome.ts";
import { withdrawOutcome } from "./withdraw-outcome.ts";

export function payoutDecisionRoutes(app: FastifyInstance, { leaseSeconds }: Config): void {
  serve(app, calls.getPayoutOutcome, async ({ params }) => ({
    data: await showOutcome(params.id, leaseSeconds),
  }));

  serve(app, calls.sendProposalCode, async ({ person, params, body }) => ({
    data: await sendProposalCode(person, params.id, body),
  }));

  serve(app, calls.proposeOutcome, async ({ person, params, body: { otp, ...proposal } }) => ({
    message: "Proposed. A second super admin has to confirm it.",
    data: { decision_id: await proposeOutcome(person, params.id, proposal, otp) },
  }));

  serve(app, calls.sendConfirmationCode, async ({ person, params }) => ({
    data: await sendConfirmationCode(person, params.id, leaseSeconds),
  }));

  serve(app, calls.confirmOutcome, async ({ person, params, body }) => {
    await confirmOutcome(person, params.id, body.otp, leaseSeconds);
    return { message: "Decided" };
  });

  serve(app, calls.withdrawOutcome, async ({ person, params }) => {
    await withdrawOutcome(person, params.id);
    return { message: "Withdrawn. The payout continues as before." };
  });
}
