import { streamEvents } from "@rokad/contract/live";
import type { FastifyInstance } from "fastify";
import { notSignedIn } from "../../kernel/errors.ts";
import { serve } from "../../http/serve.ts";
import { createEventStreams, type StreamLimits } from "./event-streams.ts";

export function liveRoutes(app: FastifyInstance, limits: Partial<StreamLimits> = {}): void {
  const streams = createEventStreams(limits);
  app.addHook("onListen", async () => streams.start());
  // Runs before the server waits for open responses: a stream would never end.
  app.addHook("preClose", () => streams.close());

  serve(app, streamEvents, async ({ person, tokenExpiresAt: tokenEndsAt }) => {
    if (!tokenEndsAt) throw notSignedIn();
    return streams.open(person, tokenEndsAt);
  });
}
