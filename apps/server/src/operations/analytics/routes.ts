import * as calls from "@rokad/contract/platform-analytics";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { analysePlatform } from "./analyse-platform.ts";
import { exportAnalytics } from "./export-analytics.ts";
import { exportMoneyHeld, showMoneyHeld } from "./show-money-held.ts";

export function platformAnalyticsRoutes(app: FastifyInstance): void {
  serve(app, calls.getPlatformAnalytics, async ({ query }) => ({
    data: await analysePlatform(query),
  }));

  serve(app, calls.exportPlatformAnalytics, ({ query }) => exportAnalytics(query));

  serve(app, calls.getMoneyHeld, async () => ({ data: await showMoneyHeld() }));

  serve(app, calls.exportMoneyHeld, async () => exportMoneyHeld());
}
