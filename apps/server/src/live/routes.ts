import { streamEvents } from "@rokad/contract/live";
import type { FastifyInstance } from "fastify";
import { notSignedIn } from "../errors.ts";
import { serve } from "../serve.ts";
import { openStreams, type StreamLimits } from "./streams.ts";

export function liveRoutes(app: FastifyInstance, limits: Partial<StreamLimits> = {}): void {
  const streams = openStreams(limits);
  app.addHook("onListen", async () => streams.start());
  // Before the server waits for its open answers, which streams would be for ever.
  app.addHook("preClose", () => streams.close());

  serve(app, streamEvents, async ({ person, tokenEndsAt }) => {
    if (!tokenEndsAt) throw notSignedIn();
    return streams.open(person, tokenEndsAt);
  });
}
