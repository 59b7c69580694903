import * as returns from "@rokad/contract/partial-returns";
import * as calls from "@rokad/contract/reconciliation";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { exportDifferences } from "./export-differences.ts";
import { handleDifference } from "./handle-difference.ts";
import { listDifferences } from "./list-differences.ts";
import { listRuns } from "./list-runs.ts";
import { describeReturn, recordReturn } from "./record-return.ts";
import { showProviders } from "./show-providers.ts";
import { startRun } from "./start-run.ts";

export function reconciliationRoutes(app: FastifyInstance): void {
  serve(app, calls.getReconciliation, async () => ({ data: await showProviders() }));

  serve(app, calls.listReconciliationRuns, ({ query }) => listRuns(query));

  serve(app, calls.startReconciliation, async ({ person, body }) => ({
    data: await startRun(person, body),
    message: "The day is being reconciled",
  }));

  serve(app, calls.listDifferences, ({ query }) => listDifferences(query));

  serve(app, calls.exportDifferences, ({ query }) => exportDifferences(query));

  serve(app, calls.handleDifference, ({ person, params, body }) =>
    handleDifference(person, params.id, body),
  );

  serve(
    app,
    returns.recordReturn,
    ({ person, params, body }) => recordReturn(person, params.id, body),
    ({ params, body }) => describeReturn(params.id, body),
  );
}
