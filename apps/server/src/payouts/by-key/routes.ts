import { createPayout, validatePayout as validation } from "@rokad/contract/key-payouts";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { initiateByKey } from "./initiate-by-key.ts";
import { validatePayout } from "./validate-payout.ts";

export function keyPayoutRoutes(app: FastifyInstance): void {
  serve(app, createPayout, async ({ person, body, idempotencyKey }) => ({
    data: await initiateByKey(person, body, idempotencyKey),
  }));

  serve(app, validation, async ({ person, body }) => ({
    data: await validatePayout(person, body),
  }));
}
