import * as calls from "@rokad/contract/receiving-accounts";
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { serve } from "../../http/serve.ts";
import { describeSubmitted } from "../../identity/proposals/describe-submitted.ts";
import type { Submitted } from "../../identity/proposals/proposal.ts";
import type { ReceivingAccountChange } from "./receiving-account-change.ts";
import { describeAccountChange, saveReceivingAccount } from "./save-receiving-account.ts";
import { listReceivingAccounts } from "./list-receiving-accounts.ts";

export function receivingAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listReceivingAccounts, async () => ({ data: await listReceivingAccounts() }));

  serve(
    app,
    calls.addReceivingAccount,
    async ({ person, body: { reason, ...form } }) => {
      const saved = await saveReceivingAccount(person, additionOf(form), reason);
      return answerOf(saved, "Receiving account added");
    },
    ({ body: { reason, ...form } }) => describeAccountChange(additionOf(form), reason),
  );

  serve(
    app,
    calls.changeReceivingAccount,
    async ({ person, params, body: { reason, ...form } }) => {
      const saved = await saveReceivingAccount(person, changeOf(params.id, form), reason);
      return answerOf(saved, "Receiving account saved");
    },
    ({ params, body: { reason, ...form } }) =>
      describeAccountChange(changeOf(params.id, form), reason),
  );
}

type Body<C extends { readonly body: z.ZodMiniType }> = Omit<z.output<C["body"]>, "reason">;

function additionOf(body: Body<typeof calls.addReceivingAccount>): ReceivingAccountChange {
  const { is_default: isDefault = false, ...form } = body;
  return { how: "add", form, isDefault };
}

function changeOf(
  id: string,
  body: Body<typeof calls.changeReceivingAccount>,
): ReceivingAccountChange {
  const { is_active: isActive, is_default: isDefault, version, ...details } = body;
  return { how: "change", id, version, details, isActive, isDefault };
}

function answerOf(
  { id, proposal }: { id: string | null; proposal: Submitted | null },
  applied: string,
) {
  const message = proposal === null ? applied : `Proposed. ${describeSubmitted(proposal)}`;
  return { message, data: { id }, proposal_id: proposal?.id ?? null };
}
