import * as calls from "@rokad/contract/step-up";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { sendStepUp, verifyStepUp } from "./verify-step-up.ts";

export function stepUpRoutes(app: FastifyInstance): void {
  serve(app, calls.sendStepUpCode, async ({ person, body }) => ({
    data: await sendStepUp(person, body.id),
  }));

  serve(app, calls.verifyStepUpCode, async ({ person, body }) => ({
    data: await verifyStepUp(person, body.id, body.otp),
  }));
}
