import { limits } from "@rokad/contract/limits";
import * as calls from "@rokad/contract/payment-advices";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { originOf } from "../../http/authorize.ts";
import { addHeaders } from "../../http/security-headers.ts";
import { serve } from "../../http/serve.ts";
import { countInHour } from "../../identity/rate-limit.ts";
import { readBranding } from "../../identity/settings/read-branding.ts";
import { notFound } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network.ts";
import { findPayout } from "../queries.ts";
import { adviceDocument, adviceHeaders, busyDocument, endedDocument } from "./advice-page.ts";
import { setAdviceSettings, showAdviceSettings } from "./advice-settings.ts";
import { createAdvice } from "./create-advice.ts";
import { findAdvice } from "./read-payment.ts";
import { revokeAdvice } from "./revoke-advice.ts";
import { selectAdvices } from "./stored-advice.ts";

export async function paymentAdviceRoutes(app: FastifyInstance): Promise<void> {
  serve(app, calls.getAdviceSettings, async ({ person }) => ({
    data: await showAdviceSettings(person),
  }));

  serve(app, calls.setAdviceSettings, async ({ person, body }) => {
    const data = await setAdviceSettings(person, body);
    return { message: data.is_on ? "Payment advices are on" : "Payment advices are off", data };
  });

  serve(app, calls.listPaymentAdvices, async ({ person, params }) => {
    if (!(await findPayout(person, params.id))) throw notFound("This payout");
    return { data: await selectAdvices(database(), person.tenantId, params.id) };
  });

  serve(app, calls.createPaymentAdvice, async ({ person, params, body }) => {
    const data = await createAdvice(person, params.id, body.email ?? null);
    return { message: data.link === null ? "Payment advice sent" : "Link created", data };
  });

  serve(app, calls.revokePaymentAdvice, async ({ person, params }) => ({
    message: "Payment advice revoked",
    data: await revokeAdvice(person, params.id, params.advice),
  }));

  await app.register(async (pages) => {
    addHeaders(pages, adviceHeaders);
    advicePage(pages);
  });
}

/** The page of a link, for everyone who has it: no session, no cookie. */
function advicePage(app: FastifyInstance): void {
  app.get("/advice", async (request, reply) => {
    const { used, secondsLeft } = await countInHour(
      database(),
      `payment advices to ${networkOf(originOf(request).address)}`,
    );
    const brand = await readBranding();
    const page = reply.type("text/html; charset=utf-8");
    if (used > limits.adviceViewsPerHourMax)
      return page.code(429).header("retry-after", String(secondsLeft)).send(busyDocument(brand));
    const { link } = request.query as { readonly link?: unknown };
    const advice =
      typeof link === "string" && link.length <= 100
        ? await findAdvice(database(), link)
        : undefined;
    return advice
      ? page.send(adviceDocument(advice, brand))
      : page.code(404).send(endedDocument(brand));
  });
}
