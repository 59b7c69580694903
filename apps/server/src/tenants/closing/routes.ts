import * as calls from "@rokad/contract/closings";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { describePayOut, payOutBalance } from "./pay-out-balance.ts";
import { readClosing } from "./read-closing.ts";
import { describeRemainder, setRemainderAside } from "./set-remainder-aside.ts";
import { cancelClosing, startClosing } from "./start-closing.ts";

export function closingRoutes(app: FastifyInstance): void {
  serve(app, calls.getClosing, async ({ params }) => ({ data: await readClosing(params.id) }));

  serve(app, calls.startClosing, async ({ person, params, body }) => {
    const state = await startClosing(person, params.id, body.reason);
    const message = state === "closed" ? "Tenant account closed" : "The account is being closed";
    return { message, data: { state } };
  });

  serve(app, calls.cancelClosing, async ({ person, params }) => {
    await cancelClosing(person, params.id);
    return { message: "The account is no longer being closed" };
  });

  serve(
    app,
    calls.payOutBalance,
    async ({ person, params, body }) => ({
      message: "The balance is being paid out",
      data: await payOutBalance(person, params.id, body),
    }),
    ({ params, body }) => describePayOut(params.id, body),
  );

  serve(
    app,
    calls.setRemainderAside,
    async ({ person, params, body }) => {
      await setRemainderAside(person, params.id, body.balance);
      return { message: "Remainder set aside; tenant account closed" };
    },
    ({ params, body }) => describeRemainder(params.id, body.balance),
  );
}
