import * as calls from "@rokad/contract/adjustments";
import * as chargebacks from "@rokad/contract/chargebacks";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { openDocument } from "./adjustment-document.ts";
import { rejectAdjustment, withdrawAdjustment } from "./close-adjustment.ts";
import { closeChargeback } from "./close-chargeback.ts";
import { confirmAdjustment, describeConfirmation } from "./confirm-adjustment.ts";
import { listAdjustments, showAdjustment } from "./list-adjustments.ts";
import { describeAdjustment, proposeAdjustment } from "./propose-adjustment.ts";
import { showCorrectable } from "./show-correctable.ts";

export function adjustmentRoutes(app: FastifyInstance): void {
  serve(app, calls.listAdjustments, ({ person, query }) => listAdjustments(person, query));

  serve(app, calls.getAdjustment, async ({ person, params }) => ({
    data: await showAdjustment(person, params.id),
  }));

  serve(app, calls.downloadAdjustmentDocument, ({ params }) => openDocument(params.id));

  serve(app, calls.getAdjustmentTarget, async ({ params }) => ({
    data: await showCorrectable(params.id),
  }));

  serve(
    app,
    calls.proposeAdjustment,
    async (request) => ({
      message: "Proposed. A second super admin has to confirm it.",
      data: await proposeAdjustment(
        request.person,
        request.body,
        runOnce(keyedRequest(calls.proposeAdjustment, request)),
      ),
    }),
    ({ body }) => describeAdjustment(body),
  );

  serve(
    app,
    calls.confirmAdjustment,
    async ({ person, params }) => {
      await confirmAdjustment(person, params.id);
      return { message: "Confirmed. The money has moved." };
    },
    ({ person, params }) => describeConfirmation(person, params.id),
  );

  serve(app, calls.withdrawAdjustment, async ({ person, params }) => {
    await withdrawAdjustment(person, params.id);
    return { message: "Withdrawn. No money moved." };
  });

  serve(app, calls.rejectAdjustment, async ({ person, params, body }) => {
    await rejectAdjustment(person, params.id, body.reason);
    return { message: "Rejected. No money moved." };
  });

  serve(app, chargebacks.closeChargeback, async ({ person, params, body }) => {
    await closeChargeback(person, params.id, body.reason);
    return { message: "Marked as handled. No money moved." };
  });
}
