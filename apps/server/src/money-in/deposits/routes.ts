import * as reviews from "@rokad/contract/deposit-reviews";
import * as calls from "@rokad/contract/deposits";
import { scanDeposits as scanCall } from "@rokad/contract/cursor-lists";
import { searchDeposits as searchCall } from "@rokad/contract/history-search";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runItemOnce, runOnce, withIdempotency } from "../../http/idempotency.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { sendHistory } from "../../files/send-history.ts";
import { serve } from "../../http/serve.ts";
import { describeApproval, describeApprovals } from "./describe-approval.ts";
import { exportDeposits } from "./export-deposits.ts";
import { initiateDeposit } from "./initiate-deposit.ts";
import { listDepositQueue } from "./list-deposit-queue.ts";
import { listDeposits } from "./list-deposits.ts";
import { scanDeposits } from "./scan-deposits.ts";
import { searchDeposits } from "./search-deposits.ts";
import { approveDeposit } from "./approve-deposit.ts";
import { rejectDeposit } from "./review-deposit.ts";
import {
  approvalMessages,
  approveDeposits,
  rejectDeposits,
  rejectionMessage,
} from "./review-many-deposits.ts";

export function depositRoutes(app: FastifyInstance): void {
  serve(app, calls.initiateDeposit, async ({ person, body, idempotencyKey: key }) => ({
    message: "Deposit request submitted successfully! You'll be notified once processed.",
    data: await withIdempotency({ person, call: calls.initiateDeposit.name, key, body }, (db) =>
      initiateDeposit(db, person, body),
    ),
  }));

  serve(app, calls.listDeposits, ({ person, query }) => listDeposits(person, query));

  serve(app, scanCall, async ({ person, query }) =>
    scanDeposits(await replicaOrPrimary(), person, query),
  );

  serve(app, searchCall, ({ person, query }) => searchDeposits(person, query));

  serve(app, calls.exportDeposits, async ({ person, query }) =>
    sendHistory(await exportDeposits(person, query)),
  );

  serve(app, reviews.listDepositsForReview, ({ query }) => listDepositQueue(query));

  serve(
    app,
    reviews.approveDeposit,
    async (request) => {
      const { person, params, body } = request;
      const data = await approveDeposit(person, params.id, body.note, {
        run: runOnce(keyedRequest(reviews.approveDeposit, request)),
        acceptsRevokedAccount: body.accept_revoked_account,
        arrival: {
          paise:
            body.received_amount === undefined ? undefined : rupeesToPaise(body.received_amount),
          reason: body.amount_reason,
          receivingAccountId: body.received_in,
        },
      });
      return { message: approvalMessages[data.outcome], data };
    },
    ({ params, body }) => describeApproval(params.id, body.received_amount),
  );

  serve(app, reviews.rejectDeposit, async ({ person, params, body }) => ({
    message: rejectionMessage,
    data: await rejectDeposit(person, params.id, body.reason),
  }));

  serve(
    app,
    reviews.approveDeposits,
    async (request) => {
      const { person, body } = request;
      const runFor = (id: string) =>
        runItemOnce(reviews.approveDeposits, request, id, { note: body.note });
      return { data: await approveDeposits(person, body.ids, body.note, runFor) };
    },
    ({ body }) => describeApprovals(body.ids),
  );

  serve(app, reviews.rejectDeposits, async ({ person, body }) => ({
    data: await rejectDeposits(person, body.ids, body.reason),
  }));
}
