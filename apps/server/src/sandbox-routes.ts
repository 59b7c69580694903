import { listSandboxMessages } from "@rokad/contract/sandbox";
import type { FastifyInstance } from "fastify";
import { serve } from "./serve.ts";
import { sandboxMessages } from "./sms/sandbox.ts";

/** Only registered while the sandbox SMS gateway is set: elsewhere the address is a 404. */
export function sandboxRoutes(app: FastifyInstance): void {
  serve(app, listSandboxMessages, async ({ query }) => {
    const messages = await sandboxMessages(query.mobile);
    return {
      data: messages.map((message) => ({
        ...message,
        created_at: message.created_at.toISOString(),
      })),
    };
  });
}
