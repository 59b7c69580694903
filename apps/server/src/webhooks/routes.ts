import * as calls from "@rokad/contract/webhooks";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { retryWebhook } from "./retry-webhook.ts";

/** Providers send some kilobytes. */
const bodyBytesMax = 256 * 1024;

/**
 * `POST /api/v1/webhooks/{adapter}` takes the bytes as they came, because signatures are over
 * them; a GET tells a provider's dashboard that somebody is there.
 */
export function webhookRoutes(app: FastifyInstance): void {
  app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    door.route<{ Params: { adapter: string }; Body: Buffer | null }>({
      method: "POST",
      url: "/api/v1/webhooks/:adapter",
      bodyLimit: bodyBytesMax,
      handler: async ({ params, headers, body }, reply) => {
        await receiveWebhook(params.adapter, { headers, rawBody: body ?? Buffer.alloc(0) });
        return reply.send({ success: true });
      },
    });
    door.get("/api/v1/webhooks/:adapter", async (_request, reply) => reply.send({ success: true }));
  });

  serve(app, calls.listWebhooks, async ({ query }) => listWebhooks(query));
  serve(app, calls.retryWebhook, async ({ person, params }) => retryWebhook(person, params.id));
}
