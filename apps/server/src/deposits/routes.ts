import * as calls from "@rokad/contract/deposits";
import type { FastifyInstance } from "fastify";
import { once } from "../once.ts";
import { serve } from "../serve.ts";
import { exportDeposits } from "./export-deposits.ts";
import { initiateDeposit } from "./initiate-deposit.ts";
import { listDeposits, listDepositsForReview } from "./list-deposits.ts";
import { approveDeposit, rejectDeposit } from "./review-deposit.ts";

export function depositRoutes(app: FastifyInstance): void {
  serve(app, calls.initiateDeposit, async ({ person, body, idempotencyKey: key }) => ({
    message: "Deposit request submitted successfully! You'll be notified once processed.",
    data: await once({ person, call: calls.initiateDeposit.name, key, body }, (db) =>
      initiateDeposit(db, person, body),
    ),
  }));

  serve(app, calls.listDeposits, ({ person, query }) => listDeposits(person, query));

  serve(app, calls.exportDeposits, ({ person, query }) => exportDeposits(person, query));

  serve(app, calls.listDepositsForReview, ({ query }) => listDepositsForReview(query));

  serve(app, calls.approveDeposit, async ({ person, params, body }) => ({
    message: "Deposit approved and credited to the wallet",
    data: await approveDeposit(person, params.id, body.note),
  }));

  serve(app, calls.rejectDeposit, async ({ person, params, body }) => ({
    message: "Deposit rejected",
    data: await rejectDeposit(person, params.id, body.reason),
  }));
}
