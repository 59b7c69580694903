import * as calls from "@rokad/contract/virtual-accounts";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { closeVirtualAccount } from "./close-virtual-account.ts";
import { listAccountsOf, listOwnAccounts } from "./list-virtual-accounts.ts";
import { openVirtualAccount } from "./open-virtual-account.ts";

export function virtualAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listVirtualAccounts, async ({ person }) => ({
    data: await listOwnAccounts(person),
  }));

  serve(app, calls.listTenantVirtualAccounts, async ({ params }) => ({
    data: await listAccountsOf(params.id),
  }));

  serve(app, calls.openVirtualAccount, async ({ person, params, body }) => ({
    message: "The virtual account is being opened",
    data: await openVirtualAccount(person, params.id, body.provider),
  }));

  serve(app, calls.closeVirtualAccount, async ({ person, params, body }) => ({
    message: "The virtual account is being closed",
    data: await closeVirtualAccount(person, params.id, body.reason),
  }));
}
