import * as calls from "@rokad/contract/reports";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { exportForTally } from "./export-for-tally.ts";
import { exportForZoho } from "./export-for-zoho.ts";
import { exportGst } from "./export-gst.ts";
import { exportStatement } from "./export-statement.ts";
import { readStatementPage } from "./read-statement-page.ts";
import { summariseGst } from "./summarise-gst.ts";

export function reportRoutes(app: FastifyInstance): void {
  serve(app, calls.getStatement, ({ person, query: { from, to, ...page } }) =>
    readStatementPage(person, { from, to }, page),
  );

  serve(app, calls.exportStatement, ({ person, query }) => exportStatement(person, query));

  serve(app, calls.exportStatementForTally, ({ person, query }) => exportForTally(person, query));

  serve(app, calls.exportStatementForZoho, ({ person, query }) => exportForZoho(person, query));

  serve(app, calls.printStatement, async ({ person, query }) => {
    const { printStatement } = await import("./print-statement.ts");
    return printStatement(person, query);
  });

  serve(app, calls.getGstSummary, async ({ person, query }) => ({
    data: await summariseGst(person, query.year),
  }));

  serve(app, calls.exportGstSummary, ({ person, query }) => exportGst(person, query.year));
}
