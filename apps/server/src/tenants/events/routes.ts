import * as calls from "@rokad/contract/events";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listEvents } from "./list-events.ts";
import { readLowBalance, setLowBalance } from "./low-balance.ts";

export function eventRoutes(app: FastifyInstance): void {
  serve(app, calls.listEvents, ({ person, query }) => listEvents(person, query));

  serve(app, calls.getLowBalance, async ({ person }) => ({ data: await readLowBalance(person) }));

  serve(app, calls.setLowBalance, async ({ person, body }) => ({
    data: await setLowBalance(person, body.below),
  }));
}
