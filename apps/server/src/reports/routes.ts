import * as calls from "@rokad/contract/reports";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { exportStatement } from "./export-statement.ts";
import { showStatement } from "./show-statement.ts";

export function reportRoutes(app: FastifyInstance): void {
  serve(app, calls.getStatement, ({ person, query: { from, to, ...page } }) =>
    showStatement(person, { from, to }, page),
  );

  serve(app, calls.exportStatement, ({ person, query }) => exportStatement(person, query));
}
