import * as calls from "@rokad/contract/bank-accounts";
import type { FastifyInstance } from "fastify";
import { once } from "../once.ts";
import { serve } from "../serve.ts";
import { addBankAccount } from "./add-bank-account.ts";
import { listBankAccounts, listBankAccountsForReview } from "./list-bank-accounts.ts";
import { approveBankAccount, rejectBankAccount } from "./review-bank-account.ts";

export function bankAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listBankAccounts, ({ person, query }) => listBankAccounts(person, query));

  serve(app, calls.addBankAccount, async ({ person, body, idempotencyKey: key }) => ({
    message: "Bank account added successfully!",
    data: await once({ person, call: calls.addBankAccount.name, key, body }, (db) =>
      addBankAccount(db, person, body),
    ),
  }));

  serve(app, calls.listBankAccountsForReview, ({ query }) => listBankAccountsForReview(query));

  serve(app, calls.approveBankAccount, async ({ person, params, body }) => ({
    message: "Bank account approved",
    data: await approveBankAccount(person, params.id, body.note),
  }));

  serve(app, calls.rejectBankAccount, async ({ person, params, body }) => ({
    message: "Bank account rejected",
    data: await rejectBankAccount(person, params.id, body.reason),
  }));
}
