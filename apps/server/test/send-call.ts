import type { Call } from "@rokad/contract/call";
import { newId } from "../src/kernel/ids.ts";
import type { World } from "./world.ts";

export const unknownId = "01900000-0000-7000-8000-000000000000";

/** The codes of the guard's errors. The handlers reject an empty form with other codes. */
export const guardErrors = new Set([
  "NOT_SIGNED_IN",
  "FORBIDDEN",
  "FEATURE_NOT_ENABLED",
  "READ_ONLY_VIEW",
]);

interface SendCallOptions {
  /** The header `Step-Up`; none by default. */
  readonly signature?: string | undefined;
  /** The `Idempotency-Key` of a call that takes one; a new one by default. */
  readonly key?: string | undefined;
}

/**
 * Makes a call with an empty body by default; closes an event stream as soon as it answers.
 * @param target the id in its path, or all that it has there; unknown ones by default.
 */
export async function sendCall(
  app: World["app"],
  token: string | undefined,
  call: Call,
  target: string | Readonly<Record<string, string>> = unknownId,
  body: object = {},
  { signature, key = newId() }: SendCallOptions = {},
) {
  const params: Record<string, string> = {
    code: "HDFC0000001",
    key: "fee_paise",
    ...(typeof target === "string" ? { id: target } : target),
  };
  const response = await app.inject({
    method: call.method,
    url: `/api/v1${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? unknownId)}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.method !== "GET" && { "content-type": "application/json" }),
      ...(call.idempotent && { "idempotency-key": key }),
      ...(signature !== undefined && { "step-up": signature }),
    },
    ...(call.method !== "GET" && { payload: JSON.stringify(body) }),
    ...(call.answer === "events" && { payloadAsStream: true }),
  });
  const isStream = call.answer === "events" && response.statusCode === 200;
  if (isStream) response.stream().destroy();
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  const text = isStream ? "" : await textOf(response, call);
  const error = isJson ? (JSON.parse(text) as { error?: { code: string } }).error : undefined;
  return { status: response.statusCode, code: error?.code, text, headers: response.headers };
}

async function textOf(response: Awaited<ReturnType<World["app"]["inject"]>>, call: Call) {
  if (call.answer !== "events") return response.body;
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
