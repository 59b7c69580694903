import * as calls from "@rokad/contract/exports";
import type { FastifyInstance } from "fastify";
import { withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { deleteExport, retryExport } from "./change-export.ts";
import { listExports, readExport } from "./list-exports.ts";
import { requestExport } from "./request-export.ts";
import { sendExportFile } from "./send-export-file.ts";

export function exportRoutes(app: FastifyInstance): void {
  serve(app, calls.listExports, ({ person, query }) => listExports(person, query));

  serve(app, calls.requestExport, async ({ person, body, idempotencyKey: key }) => ({
    data: await withIdempotency({ person, call: calls.requestExport.name, key, body }, (db) =>
      requestExport(db, person, body),
    ),
    message: "Your export is being prepared",
  }));

  serve(app, calls.getExport, async ({ person, params }) => ({
    data: await readExport(person, params.id),
  }));

  serve(app, calls.downloadExport, ({ person, params }) => sendExportFile(person, params.id));

  serve(app, calls.retryExport, async ({ person, params }) => ({
    data: await retryExport(person, params.id),
    message: "Your export is being prepared again",
  }));

  serve(app, calls.deleteExport, async ({ person, params }) => {
    await deleteExport(person, params.id);
    return { message: "Export deleted" };
  });
}
