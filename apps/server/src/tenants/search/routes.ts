import { findAnything as call } from "@rokad/contract/search";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { findAnything } from "./find-anything.ts";

export function searchRoutes(app: FastifyInstance): void {
  serve(app, call, async ({ person, query }) => ({
    data: await findAnything(person, query.search),
  }));
}
