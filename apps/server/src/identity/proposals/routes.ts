import * as calls from "@rokad/contract/proposals";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { confirmProposal, describeConfirmation } from "./confirm-proposal.ts";
import { rejectProposal, withdrawProposal } from "./end-proposal.ts";
import { listProposals, showProposal } from "./list-proposals.ts";
import type { ProposalHandlers } from "./proposal.ts";
import { minuteOf } from "./stored-proposal.ts";

export function proposalRoutes(app: FastifyInstance, handlers: ProposalHandlers): void {
  serve(app, calls.listProposals, ({ person, query }) => listProposals(person, query));

  serve(app, calls.getProposal, async ({ params }) => ({ data: await showProposal(params.id) }));

  serve(
    app,
    calls.confirmProposal,
    async ({ person, params }) => {
      await confirmProposal(person, params.id, handlers);
      const { state, takes_effect_at: at } = await showProposal(params.id);
      return {
        message:
          state === "scheduled" && at !== null
            ? `Confirmed. Tenants are notified. It takes effect on ${minuteOf(new Date(at))}.`
            : "Confirmed. The change is in effect.",
      };
    },
    ({ person, params }) => describeConfirmation(person, params.id, handlers),
  );

  serve(app, calls.rejectProposal, async ({ person, params, body }) => {
    await rejectProposal(person, params.id, body.reason);
    return { message: "Proposal rejected. Nothing changed." };
  });

  serve(app, calls.withdrawProposal, async ({ person, params }) => {
    await withdrawProposal(person, params.id);
    return { message: "Proposal withdrawn. Nothing changed." };
  });
}
