import * as calls from "@rokad/contract/credentials";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import { changeCredential } from "./change-credential.ts";
import { listCredentials } from "./list-credentials.ts";
import { sendCredentialCode } from "./send-credential-code.ts";

export function credentialRoutes(app: FastifyInstance): void {
  serve(app, calls.listCredentials, async () => ({ data: await listCredentials(database()) }));

  serve(app, calls.sendCredentialOtp, ({ person, params }) =>
    sendCredentialCode(person, params.name),
  );

  serve(app, calls.changeCredential, async ({ person, params, body }) => ({
    message: body.value === null ? "Credential removed" : "Credential saved",
    data: await changeCredential(person, { ...params, ...body }),
  }));
}
