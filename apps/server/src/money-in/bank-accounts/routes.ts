import * as reviews from "@rokad/contract/bank-account-reviews";
import * as calls from "@rokad/contract/bank-accounts";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runItemOnce, runOnce, withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { addBankAccount } from "./add-bank-account.ts";
import { describeAccount, describeApprovals } from "./describe-account.ts";
import { listBankAccountQueue } from "./list-bank-account-queue.ts";
import { listBankAccounts } from "./list-bank-accounts.ts";
import { revealAccountNumber } from "./reveal-account-number.ts";
import { approveBankAccount, rejectBankAccount } from "./review-bank-account.ts";
import { revokeBankAccount } from "./revoke-bank-account.ts";
import {
  approveBankAccounts,
  decisionMessages,
  rejectBankAccounts,
} from "./review-many-bank-accounts.ts";

export function bankAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listBankAccounts, ({ person, query }) => listBankAccounts(person, query));

  serve(app, calls.addBankAccount, async ({ person, body, idempotencyKey: key }) => ({
    message: "Bank account added successfully!",
    data: await withIdempotency({ person, call: calls.addBankAccount.name, key, body }, (db) =>
      addBankAccount(db, person, body),
    ),
  }));

  serve(app, reviews.listBankAccountsForReview, ({ query }) => listBankAccountQueue(query));

  serve(
    app,
    reviews.approveBankAccount,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(reviews.approveBankAccount, request));
      return {
        message: decisionMessages.approved,
        data: await approveBankAccount(person, params.id, body.note, run),
      };
    },
    ({ params }) => describeAccount("Approve bank account", params.id),
  );

  serve(app, reviews.rejectBankAccount, async ({ person, params, body }) => ({
    message: decisionMessages.rejected,
    data: await rejectBankAccount(person, params.id, body.reason),
  }));

  serve(app, reviews.revokeBankAccount, async ({ person, params, body }) => ({
    message: "Bank account revoked",
    data: await revokeBankAccount(person, params.id, body.reason),
  }));

  serve(
    app,
    reviews.approveBankAccounts,
    async (request) => {
      const { person, body } = request;
      const runFor = (id: string) =>
        runItemOnce(reviews.approveBankAccounts, request, id, { note: body.note });
      return { data: await approveBankAccounts(person, body.ids, body.note, runFor) };
    },
    ({ body }) => describeApprovals(body.ids),
  );

  serve(app, reviews.rejectBankAccounts, async ({ person, body }) => ({
    data: await rejectBankAccounts(person, body.ids, body.reason),
  }));

  serve(
    app,
    reviews.revealAccountNumber,
    async ({ person, params }) => ({
      data: await revealAccountNumber(person, params.id),
    }),
    ({ params }) => describeAccount("Show the whole number of bank account", params.id),
  );
}
