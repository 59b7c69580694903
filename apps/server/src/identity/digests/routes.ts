import * as calls from "@rokad/contract/notification-choices";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { transaction } from "../../database/db.ts";
import { changeAddress } from "../email-addresses/change-address.ts";
import { verifyAddress } from "../email-addresses/verify-address.ts";
import { chooseNotification, showChoices } from "./choose-notifications.ts";

export function notificationChoiceRoutes(app: FastifyInstance): void {
  serve(app, calls.getNotificationChoices, async ({ person }) => ({
    data: await showChoices(person),
  }));

  serve(app, calls.chooseNotification, async ({ person, params, body }) => ({
    data: await chooseNotification(person, params.kind, body),
  }));

  serve(app, calls.changeEmailAddress, async ({ person, body }) => {
    await changeAddress(person, body.email, transaction);
    return { data: await showChoices(person) };
  });

  serve(
    app,
    calls.changeAdminEmailAddress,
    async (request) => {
      const { person, body } = request;
      await changeAddress(
        person,
        body.email,
        runOnce(keyedRequest(calls.changeAdminEmailAddress, request)),
      );
      return { data: await showChoices(person) };
    },
    async ({ body }) =>
      body.email === null
        ? "Remove your e-mail address"
        : `Change your e-mail address to ${body.email}`,
  );

  serve(app, calls.verifyEmailAddress, async ({ person, body }) => {
    await verifyAddress(person, body.code);
    return { data: await showChoices(person) };
  });
}
