import * as overview from "@rokad/contract/float";
import * as calls from "@rokad/contract/fund-transfers";
import * as charges from "@rokad/contract/provider-charges";
import type { FastifyInstance } from "fastify";
import { withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { correctTransfer, describeCorrection } from "./correct-transfer.ts";
import { listCharges } from "./list-charges.ts";
import { listTransfers } from "./list-transfers.ts";
import { recordBankBalance } from "./record-bank-balance.ts";
import { describeDayCharge, recordDayCharge, showDayCharge } from "./record-day-charge.ts";
import { describeTransfer, recordTransfer } from "./record-transfer.ts";
import { showFloat } from "./show-float.ts";

export function floatRoutes(app: FastifyInstance): void {
  serve(app, overview.getFloat, async () => ({ data: await showFloat() }));

  serve(app, calls.listFundTransfers, ({ query }) => listTransfers(query));

  serve(
    app,
    calls.recordFundTransfer,
    async ({ person, body, idempotencyKey }) => ({
      message: "Transfer recorded",
      data: await recordTransfer(person, body, idempotencyKey),
    }),
    ({ body }) => describeTransfer(body),
  );

  serve(
    app,
    calls.correctFundTransfer,
    async ({ person, params, body }) => ({
      message: "Transfer reversed",
      data: await correctTransfer(person, params.id, body.reason),
    }),
    ({ params }) => describeCorrection(params.id),
  );

  serve(app, charges.listProviderCharges, ({ query }) => listCharges(query));

  serve(app, charges.getDayCharge, async ({ query }) => ({ data: await showDayCharge(query) }));

  serve(
    app,
    charges.recordDayCharge,
    ({ person, body }) => recordDayCharge(person, body),
    ({ body }) => describeDayCharge(body),
  );

  serve(app, charges.recordBankBalance, async ({ person, body, idempotencyKey: key }) => ({
    message: "Balance recorded",
    data: await withIdempotency({ person, call: charges.recordBankBalance.name, key, body }, (db) =>
      recordBankBalance(db, person, body),
    ),
  }));
}
