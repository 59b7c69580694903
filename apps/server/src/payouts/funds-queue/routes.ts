import * as calls from "@rokad/contract/funds-queue";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce, withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { cancelOwnWait } from "./cancel-wait.ts";
import { setFundsQueue, showFundsQueue } from "./funds-queue-settings.ts";

export function fundsQueueRoutes(app: FastifyInstance): void {
  serve(app, calls.getFundsQueue, async ({ person }) => ({ data: await showFundsQueue(person) }));

  serve(
    app,
    calls.setFundsQueue,
    async (request) => {
      const { person, body } = request;
      const run = runOnce(keyedRequest(calls.setFundsQueue, { ...request, params: {} }));
      const data = await setFundsQueue(person, body, run);
      return { message: data.is_on ? "Payouts wait for funds from now on" : "Saved", data };
    },
    async ({ body: { is_on: isOn, wait_hours: hours } }) =>
      isOn
        ? `Let payouts wait for funds, at most ${hours} ${hours === 1 ? "hour" : "hours"}`
        : "Stop letting payouts wait for funds",
  );

  serve(app, calls.cancelWaitingPayout, async ({ person, params, idempotencyKey: key }) => {
    const request = { person, call: calls.cancelWaitingPayout.name, key, body: params };
    const data = await withIdempotency(request, (db) => cancelOwnWait(db, person, params.id));
    return { message: "Payout cancelled. Nothing was on hold.", data };
  });
}
