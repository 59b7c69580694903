import * as calls from "@rokad/contract/sms-gateways";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listGateways } from "./list-gateways.ts";
import { sendTestText } from "./send-test-text.ts";

export function smsRoutes(app: FastifyInstance): void {
  serve(app, calls.listSmsGateways, async () => ({ data: await listGateways() }));

  serve(app, calls.sendTestSms, async ({ person, params, body }) => {
    const { tookMs, error } = await sendTestText(person, { ...params, ...body });
    return { data: { took_ms: tookMs, error } };
  });
}
