import * as calls from "@rokad/contract/credentials";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import { changeCredential, sendCredentialCode } from "./change-credential.ts";
import { listCredentials } from "./list-credentials.ts";

export function credentialRoutes(app: FastifyInstance): void {
  serve(app, calls.listCredentials, async () => ({ data: await listCredentials(database()) }));

  serve(app, calls.sendCredentialOtp, async ({ person, params, body }) => ({
    message: "OTP sent successfully!",
    data: await sendCredentialCode(person, { ...params, ...body }),
  }));

  serve(app, calls.changeCredential, async ({ person, params, body }) => {
    const { credential, proposalId } = await changeCredential(person, { ...params, ...body });
    return {
      message: describeResult(body.value, proposalId),
      data: credential,
      proposal_id: proposalId,
    };
  });
}

function describeResult(value: string | null, proposalId: string | null): string {
  if (proposalId !== null) return "Proposed. A second super admin has to confirm it.";
  return value === null ? "Credential removed" : "Credential saved";
}
