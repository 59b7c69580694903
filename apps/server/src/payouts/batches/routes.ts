import { checkBatchAccounts } from "@rokad/contract/batch-account-checks";
import * as approvals from "@rokad/contract/batch-approvals";
import * as files from "@rokad/contract/batch-files";
import * as calls from "@rokad/contract/payout-batches";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { approve, sendBack, withdraw } from "../approvals/decide.ts";
import { batchSubject } from "./batch-subject.ts";
import { batchFile, batchTemplate } from "./batch-file.ts";
import { startAccountChecks } from "./check-accounts.ts";
import { changeRows } from "./change-rows.ts";
import { createBatch, previewBatch } from "./create-batch.ts";
import { retryBatch } from "./retry-batch.ts";
import { listBatches, showBatch } from "./describe-batches.ts";
import { findRows, listLines, listRows } from "./list-rows.ts";
import { describeStart, runBatch } from "./start-batch.ts";
import { cancelBatch, pauseBatch, resumeBatch } from "./stop-batch.ts";
import { submitBatch } from "./submit-batch.ts";

export function payoutBatchRoutes(app: FastifyInstance): void {
  const fileOf = (body: { readonly file_name: string; readonly content: string }) => ({
    fileName: body.file_name,
    bytes: Buffer.from(body.content, "base64"),
  });

  serve(app, calls.previewPayoutBatch, async ({ person, body }) => ({
    data: await previewBatch(person, fileOf(body)),
  }));

  serve(app, calls.createPayoutBatch, async (request) => {
    const { person, body } = request;
    const run = runOnce(keyedRequest(calls.createPayoutBatch, { ...request, params: {} }));
    const chosen = { columns: body.columns, repeatOf: body.repeat_of };
    const { id } = await createBatch(person, fileOf(body), chosen, run);
    return { message: "File checked", data: await showBatch(person, id) };
  });

  serve(app, calls.listPayoutBatches, ({ person, query }) => listBatches(person, query));

  serve(app, calls.getPayoutBatch, async ({ person, params }) => ({
    data: await showBatch(person, params.id),
  }));

  serve(app, calls.listBatchLines, async ({ person, params, query }) => ({
    data: await listLines(person, params.id, query.view),
  }));

  serve(app, calls.listBatchRows, ({ person, params, query }) =>
    listRows(person, params.id, query),
  );

  serve(app, calls.changeBatchRows, async ({ person, params, body }) => {
    const batch = await changeRows(person, params.id, body);
    const { revision, content_hash: hash } = batch;
    const numbers = body.changes.map(({ number }) => number);
    return {
      data: {
        batch: {
          ...(await showBatch(person, params.id)),
          // Of this change: the caller has not seen what others changed since.
          revision,
          content_hash: hash?.toString("hex") ?? null,
        },
        rows: await findRows(person, batch, numbers),
      },
    };
  });

  serve(app, checkBatchAccounts, async ({ person, params }) => {
    await startAccountChecks(person, params.id);
    return { message: "Checking new accounts", data: await showBatch(person, params.id) };
  });

  serve(
    app,
    calls.runPayoutBatch,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.runPayoutBatch, request));
      await runBatch(person, params.id, body, run);
      return { message: "Batch started", data: await showBatch(person, params.id) };
    },
    ({ person, params, body }) => describeStart(person, params.id, "Pay", body.send_advices),
  );

  serve(app, approvals.submitPayoutBatch, async ({ person, params, body }) => {
    await submitBatch(person, params.id, body);
    return { message: "Batch submitted for approval", data: await showBatch(person, params.id) };
  });

  serve(
    app,
    approvals.approvePayoutBatch,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(approvals.approvePayoutBatch, request));
      await approve(batchSubject, person, { ...params, ...body }, run);
      return { message: "Batch approved", data: await showBatch(person, params.id) };
    },
    ({ person, params }) => describeStart(person, params.id, "Approve"),
  );

  serve(app, approvals.rejectPayoutBatch, async ({ person, params, body }) => {
    await sendBack(batchSubject, person, { ...params, ...body });
    return { message: "Batch sent back", data: await showBatch(person, params.id) };
  });

  serve(app, approvals.withdrawPayoutBatch, async ({ person, params }) => {
    await withdraw(batchSubject, person, params.id);
    return { message: "Batch withdrawn", data: await showBatch(person, params.id) };
  });

  serve(app, calls.pausePayoutBatch, async ({ person, params }) => {
    await pauseBatch(person, params.id);
    return { message: "Batch paused", data: await showBatch(person, params.id) };
  });

  serve(app, calls.resumePayoutBatch, async ({ person, params }) => {
    await resumeBatch(person, params.id);
    const data = await showBatch(person, params.id);
    return { message: data.pause ? "Batch waits for funds" : "Batch resumed", data };
  });

  serve(app, calls.cancelPayoutBatch, async ({ person, params, body }) => {
    await cancelBatch(person, params.id, body.reason);
    return { message: "Batch cancelled", data: await showBatch(person, params.id) };
  });

  serve(app, calls.retryPayoutBatch, async (request) => {
    const { person, params } = request;
    const run = runOnce(keyedRequest(calls.retryPayoutBatch, { ...request, body: {} }));
    const { id } = await retryBatch(person, params.id, run);
    return { message: "Draft of the unpaid rows created", data: await showBatch(person, id) };
  });

  serve(app, files.downloadBatchFile, ({ person, params, query }) =>
    batchFile(person, params.id, query.format),
  );

  serve(app, files.downloadBatchTemplate, async ({ person, query }) =>
    batchTemplate(person, query),
  );
}
