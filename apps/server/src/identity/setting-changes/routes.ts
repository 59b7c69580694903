import * as calls from "@rokad/contract/settings";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listSettings } from "../settings/list-settings.ts";
import { changeSettings, sendSettingsCode } from "./change-settings.ts";

export function settingChangeRoutes(app: FastifyInstance): void {
  serve(app, calls.sendSettingsCode, async ({ person, body }) => ({
    data: await sendSettingsCode(person, body.changes, body.reason),
  }));

  serve(app, calls.changeSettings, async ({ person, body }) => {
    const { changes, ...signed } = body;
    const { applied, proposalId } = await changeSettings(person, changes, signed);
    return {
      message: describeResult(applied.length, proposalId),
      data: await listSettings(),
      applied,
      proposal_id: proposalId,
    };
  });
}

function describeResult(appliedCount: number, proposalId: string | null): string {
  if (proposalId === null) return "Settings saved";
  const waits = "A second super admin has to confirm";
  if (appliedCount === 0) return `Proposed. ${waits} it.`;
  return `${appliedCount === 1 ? "1 setting" : `${appliedCount} settings`} saved. ${waits} the rest.`;
}
