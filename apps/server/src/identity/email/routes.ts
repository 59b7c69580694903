import * as calls from "@rokad/contract/mail-server";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { sendTestEmail } from "./send-test-email.ts";
import { showMailServer } from "./show-mail-server.ts";

export function mailServerRoutes(app: FastifyInstance): void {
  serve(app, calls.getMailServer, async () => ({ data: await showMailServer() }));

  serve(app, calls.sendTestEmail, async ({ person }) => ({ data: await sendTestEmail(person) }));
}
