import * as calls from "@rokad/contract/payout-outcomes";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../kernel/config.ts";
import { serve } from "../../http/serve.ts";
import { confirmOutcome, describeConfirmation } from "./confirm-outcome.ts";
import { describeOutcome, proposeOutcome } from "./propose-outcome.ts";
import { showOutcome } from "./show-outcome.ts";
import { withdrawOutcome } from "./withdraw-outcome.ts";

export function payoutDecisionRoutes(app: FastifyInstance, { leaseSeconds }: Config): void {
  serve(app, calls.getPayoutOutcome, async ({ params }) => ({
    data: await showOutcome(params.id, leaseSeconds),
  }));

  serve(
    app,
    calls.proposeOutcome,
    async ({ person, params, body }) => ({
      message: "Proposed. A second super admin has to confirm it.",
      data: { decision_id: await proposeOutcome(person, params.id, body) },
    }),
    ({ params, body }) => describeOutcome(params.id, body),
  );

  serve(
    app,
    calls.confirmOutcome,
    async ({ person, params }) => {
      await confirmOutcome(person, params.id, leaseSeconds);
      return { message: "Decided" };
    },
    ({ person, params }) => describeConfirmation(person, params.id, leaseSeconds),
  );

  serve(app, calls.withdrawOutcome, async ({ person, params }) => {
    await withdrawOutcome(person, params.id);
    return { message: "Withdrawn. The payout continues as before." };
  });
}
