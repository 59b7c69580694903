import * as calls from "@rokad/contract/books";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { showVerification } from "./show-verification.ts";
import { startVerification } from "./start-verification.ts";

export function verificationRoutes(app: FastifyInstance): void {
  serve(app, calls.getVerification, async () => ({ data: await showVerification() }));

  serve(app, calls.startVerification, async ({ person }) => ({
    data: await startVerification(person),
  }));
}
