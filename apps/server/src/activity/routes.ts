import * as calls from "@rokad/contract/activity";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { summariseActivity } from "./summarise-activity.ts";

export function activityRoutes(app: FastifyInstance): void {
  serve(app, calls.getActivity, async () => ({ data: await summariseActivity() }));
}
