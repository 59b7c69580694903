import * as calls from "@rokad/contract/sessions";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { endOtherSessions, endOwnSession } from "./end-own-sessions.ts";
import { listOwnSessions } from "./list-own-sessions.ts";
import { reportActivity } from "./report-activity.ts";

export function sessionRoutes(app: FastifyInstance): void {
  serve(app, calls.listOwnSessions, async ({ person }) => ({
    data: await listOwnSessions(person),
  }));

  serve(app, calls.endOwnSession, async ({ person, params }) => ({
    data: { ended_count: await endOwnSession(person, params.id) },
  }));

  serve(app, calls.endOtherSessions, async ({ person }) => ({
    data: { ended_count: await endOtherSessions(person) },
  }));

  serve(app, calls.reportActivity, async ({ person }) => {
    await reportActivity(person);
    return {};
  });
}
