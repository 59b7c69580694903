import * as calls from "@rokad/contract/exports";
import type { FastifyInstance } from "fastify";
import { once } from "../once.ts";
import { serve } from "../serve.ts";
import { deleteExport, retryExport } from "./change-export.ts";
import { listExports, showExport } from "./list-exports.ts";
import { requestExport } from "./request-export.ts";
import { sendExportFile } from "./send-export-file.ts";

export function exportRoutes(app: FastifyInstance): void {
  serve(app, calls.listExports, ({ person, query }) => listExports(person, query));

  serve(app, calls.requestExport, async ({ person, body, idempotencyKey: key }) => ({
    data: await once({ person, call: calls.requestExport.name, key, body }, (db) =>
      requestExport(db, person, body),
    ),
    message: "Your export is being prepared",
  }));

  serve(app, calls.getExport, async ({ person, params }) => ({
    data: await showExport(person, params.id),
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
