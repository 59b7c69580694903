import {
  followSimulatedCredit,
  listSandboxEmails,
  listSandboxMessages,
  simulateCredit,
} from "@rokad/contract/sandbox";
import { chooseSandboxOutcome } from "@rokad/contract/sandbox-outcomes";
import type { FastifyInstance } from "fastify";
import { groupCommit } from "./database/group-commit.ts";
import { keyedRequest, withIdempotency } from "./http/idempotency.ts";
import { wakeWorker } from "./worker/wake-worker.ts";
import { serve } from "./http/serve.ts";
import { afterAnswers } from "./identity/sign-in/run-after-answer.ts";
import type { Config } from "./kernel/config.ts";
import { sandboxEmails } from "./identity/email/sandbox-emails.ts";
import { sandboxMessages } from "./identity/sms/sandbox.ts";
import { trackSandboxTransfer } from "./money-in/virtual-accounts/track-sandbox-transfer.ts";
import { sendSandboxTransfer } from "./money-in/virtual-accounts/send-sandbox-transfer.ts";
import { chooseSandboxOutcome as chooseOutcome } from "./payouts/send/choose-sandbox-outcome.ts";

/**
 * One at a time. Each holds a connection while it waits for the bank's row, and a worker that has locked
 * the row needs a second one of the same pool.
 */
const chooseInTurn = groupCommit(
  (choices: readonly (() => ReturnType<typeof chooseOutcome>)[]) =>
    Promise.all(choices.map((choose) => choose())),
  { atMost: 1 },
);

/** Registered only with the sandbox SMS gateway; otherwise the address is a 404. */
export function sandboxRoutes(
  app: FastifyInstance,
  { sandboxAllowed }: Pick<Config, "sandboxAllowed">,
): void {
  serve(app, listSandboxMessages, async ({ query }) => {
    // A code is sent after the answer that its reader saw.
    await afterAnswers();
    const messages = await sandboxMessages(query.mobile);
    return {
      data: messages.map((message) => ({
        ...message,
        created_at: message.created_at.toISOString(),
      })),
    };
  });

  // E-mails hold codes too, and names of payouts: where the sandbox is not allowed, none is kept.
  if (!sandboxAllowed) return;
  serve(app, listSandboxEmails, async ({ query }) => ({ data: await sandboxEmails(query.to) }));
}

/** Registered only if the sandbox is allowed; otherwise the address is a 404. */
export function sandboxBankRoutes(app: FastifyInstance): void {
  serve(app, simulateCredit, async ({ person, body, idempotencyKey: key }) => {
    const data = await withIdempotency({ person, call: simulateCredit.name, key, body }, (db) =>
      sendSandboxTransfer(db, person, body),
    );
    wakeWorker();
    return { message: "The transfer is on its way", data };
  });

  serve(app, followSimulatedCredit, async ({ person, params }) => ({
    data: await trackSandboxTransfer(person, params.utr),
  }));

  serve(app, chooseSandboxOutcome, async (request) => {
    const { person, params, body } = request;
    const data = await chooseInTurn(() =>
      withIdempotency(keyedRequest(chooseSandboxOutcome, request), (db) =>
        chooseOutcome(db, person, params.id, body),
      ),
    );
    // Its worker delivers the update.
    wakeWorker();
    return { message: "The sandbox reports this outcome", data };
  });
}
