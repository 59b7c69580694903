import * as calls from "@rokad/contract/payout-report";
import type { FastifyInstance } from "fastify";
import { sendHistory } from "../../files/send-history.ts";
import { serve } from "../../http/serve.ts";
import { payoutReportFile, reportedPayoutsFile } from "./export-payout-report.ts";
import { readPayoutReport } from "./read-payout-report.ts";

export function payoutReportRoutes(app: FastifyInstance): void {
  serve(app, calls.getPayoutReport, async ({ person, query: { by, ...period } }) => ({
    data: await readPayoutReport(person, period, by),
  }));

  serve(app, calls.exportPayoutReport, async ({ person, query }) =>
    sendHistory(await payoutReportFile(person, query)),
  );

  serve(app, calls.exportReportedPayouts, async ({ person, query }) =>
    sendHistory(await reportedPayoutsFile(person, query)),
  );
}
