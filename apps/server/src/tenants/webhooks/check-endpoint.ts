import { randomUUID } from "node:crypto";
import type { Answer } from "@rokad/contract/call";
import type { checkWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import type { Event } from "@rokad/contract/events";
import { database, transaction } from "../../database/db.ts";
import { enforceHourlyLimit } from "../../identity/rate-limit.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { postWebhook, resolveEndpoint, type Attempt } from "./post-webhook.ts";
import { newWebhookSecret, signatureOf, signedContent, signedHeaders } from "./sign-webhook.ts";
import { lockEndpoint, secretsOf } from "./stored-endpoint.ts";

const checksPerHour = 60;
/** Receivers refuse a signature whose time differs more from their clock. */
const clockToleranceSeconds = 5 * 60;

type Check = Answer<typeof checkWebhookEndpoint>["data"];
type Step = Check["steps"][number];

/**
 * Sends a signed test to an endpoint and then one with a forged signature, outside the deliveries, and
 * says which part of the way fails.
 * @throws 404; 429 above 60 an hour.
 */
export async function checkEndpoint(tenant: Tenant, id: string): Promise<Check> {
  await enforceHourlyLimit(database(), `webhook checks ${tenant.tenantId}`, checksPerHour);
  const endpoint = await transaction((db) => lockEndpoint(db, tenant, id));
  const secrets = secretsOf(endpoint);
  const event: Event = {
    id: randomUUID(),
    type: "webhook.test",
    created_at: now().toISOString(),
    subject_id: id,
    client_reference: null,
    status: "test",
    version: Number(endpoint.up_to),
  };
  const message = { id: event.id, at: now(), body: JSON.stringify(event) };
  const send = (signing: readonly string[]) =>
    postWebhook(endpoint.url, signedHeaders(message, signing), message.body);
  const addresses = await resolveEndpoint(endpoint.url).catch(() => []);
  const attempt = await send(secrets);
  const steps = stepsOf(new URL(endpoint.url), addresses, attempt);
  if (attempt.status !== undefined) {
    if (attempt.error === undefined) steps.push(signatureStep(await send([newWebhookSecret()])));
    steps.push(clockStep(attempt));
  }
  return {
    steps,
    signed: {
      content: signedContent(message),
      signature: secrets.map((secret) => signatureOf(message, secret)).join(" "),
    },
  };
}

function stepsOf(
  { hostname, protocol }: URL,
  addresses: readonly string[],
  { failed, error = "", status, tookMs }: Attempt,
): Step[] {
  const step = (name: Step["step"], message: string): Step => ({
    step: name,
    is_ok: failed !== name,
    message: failed === name ? error : message,
  });
  const steps = [step("address", `${hostname} is ${addresses.join(", ")}`)];
  if (failed === "address") return steps;
  steps.push(step("connection", `Connected${protocol === "https:" ? " with TLS" : ""}`));
  if (failed === "connection") return steps;
  return [...steps, step("answer", `Answered ${status ?? ""} in ${tookMs} ms`)];
}

function signatureStep({ status, error }: Attempt): Step {
  const isForgedAccepted = error === undefined;
  return {
    step: "signature",
    is_ok: !isForgedAccepted,
    message: isForgedAccepted
      ? "Accepted a test with a wrong signature: verify the signature before you act"
      : `Refused a wrong signature with ${status ?? "no answer"}`,
  };
}

function clockStep({ date }: Attempt): Step {
  const seconds = date === undefined ? NaN : Math.abs(Date.parse(date) - now().getTime()) / 1_000;
  if (!Number.isFinite(seconds))
    return { step: "clock", is_ok: true, message: "The answer has no Date to compare" };
  return {
    step: "clock",
    is_ok: seconds <= clockToleranceSeconds,
    message: `Your clock differs by ${Math.round(seconds)} s; signatures allow 300 s`,
  };
}
