import * as calls from "@rokad/contract/receiving-accounts";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { saveReceivingAccount } from "../../identity/receiving-accounts/save-receiving-account.ts";
import { listReceivingAccounts } from "./list-receiving-accounts.ts";

export function receivingAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listReceivingAccounts, async () => ({ data: await listReceivingAccounts() }));

  serve(app, calls.addReceivingAccount, async ({ person, body }) => {
    const { is_default: isDefault = false, ...form } = body;
    const id = await saveReceivingAccount(person, { how: "add", form, isDefault });
    return { message: "Receiving account added", data: { id } };
  });

  serve(app, calls.changeReceivingAccount, async ({ person, params, body }) => {
    const { is_active: isActive, is_default: isDefault, version, ...details } = body;
    const id = await saveReceivingAccount(person, {
      how: "change",
      id: params.id,
      version,
      details,
      isActive,
      isDefault,
    });
    return { message: "Receiving account saved", data: { id } };
  });
}
