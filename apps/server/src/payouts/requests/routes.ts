import { scanPaymentRequests } from "@rokad/contract/cursor-lists";
import * as calls from "@rokad/contract/payment-requests";
import * as holds from "@rokad/contract/request-holds";
import * as decisions from "@rokad/contract/request-decisions";
import type { FastifyInstance } from "fastify";
import { database, transaction } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { readOrder } from "../beneficiaries/saved-order.ts";
import { approveRequests } from "./approve-requests.ts";
import { describeApprovals } from "./describe-approvals.ts";
import { createRequest, editRequest, submitRequest } from "./create-request.ts";
import { rejectRequest, sendRequest, withdrawRequest } from "./decide-request.ts";
import { setRequestHolds, showRequestHolds } from "./hold-settings.ts";
import { listRequests, showRequest } from "./list-requests.ts";
import { scanRequests } from "./scan-requests.ts";

export function paymentRequestRoutes(app: FastifyInstance): void {
  serve(app, calls.createPaymentRequest, async (request) => {
    const { person, body } = request;
    const run = runOnce(keyedRequest(calls.createPaymentRequest, { ...request, params: {} }));
    const { id } = await createRequest(person, body, run);
    const message = body.submit ? "Payment request submitted for approval" : "Draft saved";
    return { message, data: await showRequest(person, id) };
  });

  serve(app, calls.editPaymentRequest, async ({ person, params, body }) => {
    const read = await readOrder(person, body.payout);
    const { content_hash } = body;
    await editRequest(person, params.id, { ...read, content_hash }, transaction);
    const message = "Payment request changed. Approvals before no longer count.";
    return { message, data: await showRequest(person, params.id) };
  });

  serve(app, calls.submitPaymentRequest, async ({ person, params, body }) => {
    await submitRequest(person, params.id, body.content_hash, transaction);
    const message = "Payment request submitted for approval";
    return { message, data: await showRequest(person, params.id) };
  });

  serve(app, calls.listPaymentRequests, ({ person, query }) => listRequests(person, query));

  serve(app, scanPaymentRequests, ({ person, query }) => scanRequests(database(), person, query));

  serve(app, holds.getRequestHolds, async ({ person }) => ({
    data: await showRequestHolds(person),
  }));

  serve(
    app,
    holds.setRequestHolds,
    async (request) => {
      const { person, body } = request;
      const run = runOnce(keyedRequest(holds.setRequestHolds, { ...request, params: {} }));
      const data = await setRequestHolds(person, body, run);
      const message = data.at_submission
        ? "Payment requests hold money from now on"
        : "Payment requests hold nothing from now on";
      return { message, data };
    },
    async ({ body: { at_submission: isOn } }) =>
      isOn
        ? "Put payment requests on hold when they are submitted"
        : "Hold nothing for payment requests before their last approval",
  );

  serve(app, calls.getPaymentRequest, async ({ person, params }) => ({
    data: await showRequest(person, params.id),
  }));

  serve(
    app,
    decisions.approvePaymentRequests,
    async (request) => {
      const { person, body } = request;
      const keyed = keyedRequest(decisions.approvePaymentRequests, { ...request, params: {} });
      return { data: await approveRequests(person, body.requests, runOnce(keyed)) };
    },
    ({ person, body }) => describeApprovals(person, body.requests),
  );

  serve(app, decisions.rejectPaymentRequest, async ({ person, params, body }) => {
    await rejectRequest(person, params.id, body);
    return { message: "Payment request rejected", data: await showRequest(person, params.id) };
  });

  serve(app, decisions.withdrawPaymentRequest, async ({ person, params }) => {
    await withdrawRequest(person, params.id);
    return { message: "Payment request withdrawn", data: await showRequest(person, params.id) };
  });

  serve(app, decisions.sendApprovedRequest, async (request) => {
    const { person, params, body } = request;
    const run = runOnce(keyedRequest(decisions.sendApprovedRequest, request));
    return { data: await sendRequest(person, params.id, body.content_hash, run) };
  });
}
