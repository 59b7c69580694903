import { listSandboxMessages, simulateCredit } from "@rokad/contract/sandbox";
import type { FastifyInstance } from "fastify";
import { rupeesToPaise } from "@rokad/money/rupees";
import { randomInt } from "node:crypto";
import { wakeWorker } from "./payouts/wake-worker.ts";
import { arriveAtSandbox } from "./providers/sandbox/virtual-accounts.ts";
import { serve } from "./serve.ts";
import { sandboxMessages } from "./sms/sandbox.ts";

/** Only registered while the sandbox SMS gateway is set: elsewhere the address is a 404. */
export function sandboxRoutes(app: FastifyInstance): void {
  serve(app, listSandboxMessages, async ({ query }) => {
    const messages = await sandboxMessages(query.mobile);
    return {
      data: messages.map((message) => ({
        ...message,
        created_at: message.created_at.toISOString(),
      })),
    };
  });
}

/** Only where play money is allowed: elsewhere the address is a 404. */
export function sandboxBankRoutes(app: FastifyInstance): void {
  serve(
    app,
    simulateCredit,
    async ({ body: { account_number, amount, sender, utr_reference } }) => {
      const utr = utr_reference ?? String(randomInt(1e11, 2 ** 47)).slice(0, 12);
      await arriveAtSandbox({
        accountNumber: account_number,
        amountPaise: rupeesToPaise(amount),
        utr,
        sender: sender
          ? {
              accountNumber: sender.account_number,
              ifscCode: sender.ifsc_code,
              name: sender.name ?? null,
            }
          : null,
      });
      wakeWorker();
      return { message: "The transfer is on its way", data: { utr_reference: utr } };
    },
  );
}
