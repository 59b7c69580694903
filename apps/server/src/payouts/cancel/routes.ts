import * as calls from "@rokad/contract/payout-cancellation";
import type { FastifyInstance } from "fastify";
import { withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { rupees } from "../../kernel/money.ts";
import { cancelOwnPayout, cancelTenantPayout } from "./cancel-payout.ts";

export function payoutCancellationRoutes(app: FastifyInstance): void {
  serve(app, calls.cancelPayout, async ({ person, params, idempotencyKey: key }) => {
    const request = { person, call: calls.cancelPayout.name, key, body: params };
    const data = await withIdempotency(request, (db) => cancelOwnPayout(db, person, params.id));
    return { message: messageOf(data), data };
  });

  serve(app, calls.cancelTenantPayout, async ({ person, params, body, idempotencyKey: key }) => {
    const request = {
      person,
      call: calls.cancelTenantPayout.name,
      key,
      body: { ...params, ...body },
    };
    const data = await withIdempotency(request, (db) =>
      cancelTenantPayout(db, person, params.id, body.reason),
    );
    return { message: messageOf(data), data };
  });
}

function messageOf({ refunded }: { readonly refunded: { readonly amount: number } }): string {
  if (refunded.amount === 0) return "Payout cancelled. Nothing was on hold.";
  return `Payout cancelled. ${rupees(BigInt(refunded.amount))} refunded.`;
}
