import * as calls from "@rokad/contract/statement-import";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { keyedRequest, withIdempotency, withStoredAnswer } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { approveLine, approveMatches } from "./approve-lines.ts";
import { describeLine, describeMatches } from "./describe-approval.ts";
import { importStatement, readStatement } from "./import-statement.ts";
import { listImports, listLines, readImport } from "./list-imports.ts";
import { undoImport } from "./undo-import.ts";
import { previewStatement } from "./preview-statement.ts";

export function statementImportRoutes(app: FastifyInstance): void {
  serve(app, calls.previewStatement, async ({ person, body }) => ({
    data: await previewStatement(
      person,
      Buffer.from(body.content, "base64"),
      body.receiving_account_id,
    ),
  }));

  serve(app, calls.importStatement, async ({ person, body, idempotencyKey: key }) => {
    const bytes = Buffer.from(body.content, "base64");
    // Parsed before the transaction, so that no connection waits for it.
    const statement = await readStatement(person, {
      fileName: body.file_name,
      bytes,
      columns: body.columns,
      accountId: body.receiving_account_id,
    });
    const { fileDigest, columns, fileName } = statement;
    const account = body.receiving_account_id;
    const request = { fileName, file: fileDigest.toString("hex"), columns, account };
    return {
      data: await withIdempotency(
        { person, call: calls.importStatement.name, key, body: request },
        (db) => importStatement(db, person, statement),
      ),
    };
  });

  serve(app, calls.listStatementImports, ({ person, query }) => listImports(person, query));

  serve(app, calls.getStatementImport, async ({ person, params }) => ({
    data: await readImport(database(), person, params.id),
  }));

  serve(app, calls.undoStatementImport, async ({ person, params }) => {
    await undoImport(person, params.id);
    return { message: "Import undone. No wallet changed." };
  });

  serve(app, calls.listStatementLines, ({ person, params, query }) =>
    listLines(person, params.id, query),
  );

  serve(
    app,
    calls.approveStatementMatches,
    async (request) => {
      const { person, params, body } = request;
      const keyed = keyedRequest(calls.approveStatementMatches, request);
      return {
        data: await withStoredAnswer(keyed, () =>
          approveMatches(person, params.id, body.after_line),
        ),
      };
    },
    ({ person, params }) => describeMatches(person, params.id),
  );

  serve(
    app,
    calls.approveStatementLine,
    async (request) => {
      const { person, params, body } = request;
      const keyed = keyedRequest(calls.approveStatementLine, request);
      return { data: await approveLine(person, params.id, body.amount_reason, keyed) };
    },
    ({ person, params }) => describeLine(person, params.id),
  );
}
