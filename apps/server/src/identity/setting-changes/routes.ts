import * as calls from "@rokad/contract/settings";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { describeSubmitted } from "../proposals/describe-submitted.ts";
import type { Submitted } from "../proposals/proposal.ts";
import { listSettings } from "../settings/list-settings.ts";
import { changeSettings, describeChanges } from "./change-settings.ts";

export function settingChangeRoutes(app: FastifyInstance): void {
  serve(
    app,
    calls.changeSettings,
    async ({ person, body: { changes, reason } }) => {
      const { applied, proposal } = await changeSettings(person, changes, reason);
      return {
        message: describeResult(applied.length, proposal),
        data: await listSettings(),
        applied,
        proposal_id: proposal?.id ?? null,
      };
    },
    ({ person, body: { changes, reason } }) => describeChanges(person, changes, reason),
  );
}

function describeResult(appliedCount: number, proposal: Submitted | null): string {
  if (proposal === null) return "Settings saved";
  if (appliedCount === 0) return `Proposed. ${describeSubmitted(proposal, "it")}`;
  const saved = appliedCount === 1 ? "1 setting" : `${appliedCount} settings`;
  return `${saved} saved. ${describeSubmitted(proposal, "the rest")}`;
}
