import * as calls from "@rokad/contract/platform-reports";
import type { FastifyInstance } from "fastify";
import { withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { listReports } from "./list-reports.ts";
import { requestReport } from "./request-report.ts";
import { retryReport } from "./retry-report.ts";
import { sendReportFile } from "./send-report-file.ts";

export function platformReportRoutes(app: FastifyInstance): void {
  serve(app, calls.listPlatformReports, ({ person, query }) => listReports(person, query));

  serve(app, calls.requestPlatformReport, async ({ person, body, idempotencyKey: key }) => ({
    data: await withIdempotency(
      { person, call: calls.requestPlatformReport.name, key, body },
      (db) => requestReport(db, person, body),
    ),
    message: "Your report is being created",
  }));

  serve(app, calls.downloadPlatformReport, ({ person, params }) =>
    sendReportFile(person, params.id),
  );

  serve(app, calls.retryPlatformReport, async ({ person, params }) => ({
    data: await retryReport(person, params.id),
    message: "Your report is being created again",
  }));
}
