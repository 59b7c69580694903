import {
  followSimulatedCredit,
  listSandboxMessages,
  simulateCredit,
} from "@rokad/contract/sandbox";
import type { FastifyInstance } from "fastify";
import { once } from "./once.ts";
import { wakeWorker } from "./payouts/wake-worker.ts";
import { serve } from "./serve.ts";
import { sandboxMessages } from "./sms/sandbox.ts";
import { followPlayMoney } from "./virtual-accounts/follow-play-money.ts";
import { sendPlayMoney } from "./virtual-accounts/send-play-money.ts";

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
  serve(app, simulateCredit, async ({ person, body, idempotencyKey: key }) => {
    const data = await once({ person, call: simulateCredit.name, key, body }, (db) =>
      sendPlayMoney(db, person, body),
    );
    wakeWorker();
    return { message: "The transfer is on its way", data };
  });

  serve(app, followSimulatedCredit, async ({ person, params }) => ({
    data: await followPlayMoney(person, params.utr),
  }));
}
