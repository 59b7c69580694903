import * as calls from "@rokad/contract/notifications";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listNotifications } from "./list-notifications.ts";
import { markRead, markReadUpTo } from "./mark-read.ts";

export function notificationRoutes(app: FastifyInstance): void {
  serve(app, calls.listNotifications, ({ person, query }) => listNotifications(person, query));

  serve(app, calls.readNotification, async ({ person, params }) => ({
    data: await markRead(person, params.id),
  }));

  serve(app, calls.readNotifications, async ({ person, body }) => ({
    data: await markReadUpTo(person, body.up_to),
  }));
}
