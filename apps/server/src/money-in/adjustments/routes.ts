import * as calls from "@rokad/contract/adjustments";
import * as chargebacks from "@rokad/contract/chargebacks";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { openDocument } from "./adjustment-document.ts";
import { rejectAdjustment, withdrawAdjustment } from "./close-adjustment.ts";
import { closeChargeback } from "./close-chargeback.ts";
import { confirmAdjustment, sendConfirmationCode } from "./confirm-adjustment.ts";
import { listAdjustments, showAdjustment } from "./list-adjustments.ts";
import { proposeAdjustment, sendProposalCode } from "./propose-adjustment.ts";
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

  serve(app, calls.sendAdjustmentCode, async ({ person, body }) => ({
    data: await sendProposalCode(person, body),
  }));

  serve(app, calls.proposeAdjustment, async ({ person, body }) => ({
    message: "Proposed. A second super admin has to confirm it.",
    data: { id: await proposeAdjustment(person, body) },
  }));

  serve(app, calls.sendAdjustmentConfirmationCode, async ({ person, params }) => ({
    data: await sendConfirmationCode(person, params.id),
  }));

  serve(app, calls.confirmAdjustment, async ({ person, params, body }) => {
    await confirmAdjustment(person, params.id, body.otp);
    return { message: "Confirmed. The money has moved." };
  });

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
