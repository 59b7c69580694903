import * as calls from "@rokad/contract/webhooks";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { retryWebhook } from "./retry-webhook.ts";

/** Providers send a few kilobytes. */
const bodyBytesMax = 256 * 1024;

/**
 * `POST /api/v1/webhooks/{adapter}` reads the raw bytes, because signatures cover them. `GET`
 * answers 200 for a provider's dashboard that tests the address.
 */
export function webhookRoutes(app: FastifyInstance): void {
  app.register(async (endpoints) => {
    endpoints.removeAllContentTypeParsers();
    endpoints.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    endpoints.route<{ Params: { adapter: string }; Body: Buffer | null }>({
      method: "POST",
      url: "/api/v1/webhooks/:adapter",
      bodyLimit: bodyBytesMax,
      handler: async ({ params, headers, body, ip }, reply) => {
        const request = { headers, rawBody: body ?? Buffer.alloc(0) };
        const origin = { address: ip, userAgent: headers["user-agent"] };
        await receiveWebhook(params.adapter, request, origin);
        return reply.send({ success: true });
      },
    });
    endpoints.get("/api/v1/webhooks/:adapter", async (_request, reply) =>
      reply.send({ success: true }),
    );
  });

  serve(app, calls.listWebhooks, async ({ query }) => listWebhooks(query));
  serve(app, calls.retryWebhook, async ({ person, params }) => retryWebhook(person, params.id));
}
