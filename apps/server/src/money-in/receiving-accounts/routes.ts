import * as calls from "@rokad/contract/receiving-accounts";
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { serve } from "../../http/serve.ts";
import { describeSubmitted } from "../../identity/proposals/describe-submitted.ts";
import type { Submitted } from "../../identity/proposals/proposal.ts";
import type { ReceivingAccountChange } from "./receiving-account-change.ts";
import { saveReceivingAccount, sendReceivingAccountCode } from "./save-receiving-account.ts";
import { listReceivingAccounts } from "./list-receiving-accounts.ts";

export function receivingAccountRoutes(app: FastifyInstance): void {
  serve(app, calls.listReceivingAccounts, async () => ({ data: await listReceivingAccounts() }));

  serve(app, calls.sendNewAccountCode, async ({ person, body }) => ({
    data: await sendReceivingAccountCode(person, additionOf(body), body.reason),
  }));

  serve(app, calls.addReceivingAccount, async ({ person, body }) => {
    const saved = await saveReceivingAccount(person, additionOf(body), body);
    return answerOf(saved, "Receiving account added");
  });

  serve(app, calls.sendAccountChangeCode, async ({ person, params, body }) => ({
    data: await sendReceivingAccountCode(person, changeOf(params.id, body), body.reason),
  }));

  serve(app, calls.changeReceivingAccount, async ({ person, params, body }) => {
    const saved = await saveReceivingAccount(person, changeOf(params.id, body), body);
    return answerOf(saved, "Receiving account saved");
  });
}

function additionOf(body: z.output<typeof calls.sendNewAccountCode.body>): ReceivingAccountChange {
  const { is_default: isDefault = false, reason: _reason, ...form } = withoutCode(body);
  return { how: "add", form, isDefault };
}

function changeOf(
  id: string,
  body: z.output<typeof calls.sendAccountChangeCode.body>,
): ReceivingAccountChange {
  const { is_active: isActive, is_default: isDefault, version, ...rest } = withoutCode(body);
  const { reason: _reason, ...details } = rest;
  return { how: "change", id, version, details, isActive, isDefault };
}

/** The code is no part of what it signs. */
function withoutCode<Values extends object>(body: Values): Values {
  const { otp: _otp, ...rest } = body as Values & { otp?: string };
  return rest as Values;
}

function answerOf(
  { id, proposal }: { id: string | null; proposal: Submitted | null },
  applied: string,
) {
  const message = proposal === null ? applied : `Proposed. ${describeSubmitted(proposal)}`;
  return { message, data: { id }, proposal_id: proposal?.id ?? null };
}
