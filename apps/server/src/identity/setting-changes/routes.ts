import * as calls from "@rokad/contract/settings";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { describeSubmitted } from "../proposals/describe-submitted.ts";
import type { Submitted } from "../proposals/proposal.ts";
import { listSettings } from "../settings/list-settings.ts";
import { changeSettings, sendSettingsCode } from "./change-settings.ts";

export function settingChangeRoutes(app: FastifyInstance): void {
  serve(app, calls.sendSettingsCode, async ({ person, body }) => ({
    data: await sendSettingsCode(person, body.changes, body.reason),
  }));

  serve(app, calls.changeSettings, async ({ person, body }) => {
    const { changes, ...signed } = body;
    const { applied, proposal } = await changeSettings(person, changes, signed);
    return {
      message: describeResult(applied.length, proposal),
      data: await listSettings(),
      applied,
      proposal_id: proposal?.id ?? null,
    };
  });
}

function describeResult(appliedCount: number, proposal: Submitted | null): string {
  if (proposal === null) return "Settings saved";
  if (appliedCount === 0) return `Proposed. ${describeSubmitted(proposal, "it")}`;
  const saved = appliedCount === 1 ? "1 setting" : `${appliedCount} settings`;
  return `${saved} saved. ${describeSubmitted(proposal, "the rest")}`;
}
