import * as calls from "@rokad/contract/credentials";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import { describeSubmitted } from "../proposals/describe-submitted.ts";
import type { Submitted } from "../proposals/proposal.ts";
import { changeCredential, describeCredentialChange } from "./change-credential.ts";
import { listCredentials } from "./list-credentials.ts";

export function credentialRoutes(app: FastifyInstance): void {
  serve(app, calls.listCredentials, async () => ({ data: await listCredentials(database()) }));

  serve(
    app,
    calls.changeCredential,
    async ({ person, params, body }) => {
      const { credential, proposal } = await changeCredential(person, { ...params, ...body });
      return {
        message: describeResult(body.value, proposal),
        data: credential,
        proposal_id: proposal?.id ?? null,
      };
    },
    ({ params, body }) => describeCredentialChange({ ...params, ...body }),
  );
}

function describeResult(value: string | null, proposal: Submitted | null): string {
  if (proposal !== null) return `Proposed. ${describeSubmitted(proposal)}`;
  return value === null ? "Credential removed" : "Credential saved";
}
