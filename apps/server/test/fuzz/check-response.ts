import { isDeepStrictEqual } from "node:util";
import { errorAnswer, isReading, type Call } from "@rokad/contract/call";
import { errorCodesOf } from "@rokad/contract/call-errors";
import { errorCodes, isErrorCode } from "@rokad/contract/error-codes";
import { eventTypes } from "@rokad/contract/event-types";
import type { Scope } from "@rokad/contract/scopes";
import { callPermissions, type CallPermission } from "../call-permissions.ts";
import { openToEveryKey, scopePermissions } from "../scope-permissions.ts";
import { canary, type People, type Persona } from "./people.ts";
import { scopesOf } from "./programs.ts";
import type { PlannedRequest } from "./plan-request.ts";
import type { HttpResponse } from "./http-client.ts";

/** Checks a response to a planned request; one sentence per fault. */
export function findFaults(
  planned: PlannedRequest,
  response: HttpResponse,
  people: People,
): string[] {
  return [
    checkArrival(planned, response),
    checkServerError(response),
    ...(response.status >= 400 ? checkError(planned, response) : checkAnswer(planned, response)),
    ...checkHeaders(planned, response),
    checkAccess(planned, response),
    checkEvents(planned, response),
    checkLeaks(planned, response, people),
    checkFormulas(response),
  ].filter((fault) => fault !== undefined);
}

/** The server rejects a body over the limit unread; a client may see that as a reset. */
const unreadBytes = 90_000;

function checkArrival(
  { method, headers, body, path }: PlannedRequest,
  { status, failure }: HttpResponse,
) {
  if (status !== 0) return undefined;
  // Node sends a body with its own 400 to a HEAD request, which the HTTP client reports as an error.
  if (method === "HEAD" && failure?.includes("Data after")) return undefined;
  const size = (body?.length ?? 0) + path.length + JSON.stringify(headers).length;
  const isRejectedUnread = size > unreadBytes && /EPIPE|ECONNRESET|hang up/.test(failure ?? "");
  return isRejectedUnread ? undefined : `No response: ${failure}`;
}

const documented503 = new Set([
  "SMS_NOT_SENT",
  "STREAMS_FULL",
  "PROVIDER_SILENT",
  "WEBHOOK_NOT_READY",
]);

function checkServerError({ status, text }: HttpResponse) {
  if (status < 500) return undefined;
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "";
  return status === 503 && documented503.has(code) ? undefined : `Responded with ${status} ${code}`;
}

/** Technical text that a message for people must not contain. */
const technicalText =
  /\bat .+:\d+:\d+|\bselect .+ from\b|insert into|relation "|syntax error|duplicate key|violates|column "|Zod|invalid_type|expected .+ received|Unexpected token|ECONN|undefined|\[object|\bNaN\b|node_modules|\.ts\b|FST_/i;
const messageCharsMax = 300;
const errorCharsMax = 20_000;

function* checkError(planned: PlannedRequest, { status, text, headers }: HttpResponse) {
  if (planned.method === "HEAD") return;
  if (!String(headers["content-type"]).startsWith("application/json")) {
    yield `An error has the content type ${String(headers["content-type"])}: ${text.slice(0, 200)}`;
    return;
  }
  const parsed = errorAnswer.safeParse(parseJson(text));
  if (!parsed.success || !text.includes('"success":false')) {
    yield `An error does not have the error shape: ${text.slice(0, 200)}`;
    return;
  }
  const { code, message, fields = {} } = parsed.data.error;
  if (text.length > errorCharsMax) yield `An error has ${text.length} characters`;
  for (const sentence of [message, ...Object.values(fields)]) {
    if (technicalText.test(sentence)) yield `Technical text in a message: ${sentence}`;
    if (sentence.length > messageCharsMax) yield `A message has ${sentence.length} characters`;
    if (sentence.startsWith("Invalid input"))
      yield `A default message of the schema library: ${sentence}`;
  }
  if (isWebhookCode.test(code)) return;
  if (!isErrorCode(code)) yield `${code} is not in error-codes.ts`;
  else if (errorCodes[code][0] !== status) yield `${code} has the status ${status}`;
  else if (planned.call && !earlyErrors.has(code) && !errorCodesOf(planned.call).includes(code)) {
    yield `${code} is not one of the call's errors`;
  }
}
const isWebhookCode = /^WEBHOOK_/;
/** Errors from before the server knows the call or has parsed the body. */
const earlyErrors = new Set([
  "INVALID_REQUEST",
  "INVALID_JSON",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "HEADERS_TOO_LARGE",
  "NOT_FOUND",
]);

function* checkAnswer({ call, kind, method }: PlannedRequest, { status, text }: HttpResponse) {
  if (!call || status === 0 || kind === "method" || method === "HEAD") return;
  const isPart = status === 206 && typeof call.answer === "string";
  if (!isPart && status !== (call.status ?? 200)) yield `The status ${status} is not declared`;
  if (typeof call.answer === "string") return;
  const answer = parseJson(text);
  const parsed = call.answer.safeParse(answer);
  if (!parsed.success)
    yield `The response does not match the contract: ${JSON.stringify(parsed.error.issues).slice(0, 300)}`;
  else if (!isDeepStrictEqual(parsed.data, answer))
    yield "The response has fields that are not declared";
}

/** The calls that set the only cookie. */
const remembersBrowser: ReadonlySet<string> = new Set(["sendOtp", "beginPasskeySignIn"]);
/** It binds a sign-in code, or a passkey's challenge, to its browser, and no script can read it. */
const browserCookie =
  /^rokad_browser=[\w-]{43}; Path=\/api\/v1\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict(; Secure)?$/;

function* checkHeaders({ path, endpoint }: PlannedRequest, { status, headers }: HttpResponse) {
  if (status === 0) return;
  if (headers["x-content-type-options"] !== "nosniff")
    yield "The header is missing: x-content-type-options";
  if (!headers["content-security-policy"]) yield "The header is missing: content-security-policy";
  if (!headers["referrer-policy"]) yield "The header is missing: referrer-policy";
  if (headers["x-powered-by"] ?? headers["server"]) yield "A header names the server software";
  const cookies = [headers["set-cookie"] ?? []].flat();
  if (cookies.some((cookie) => !(remembersBrowser.has(endpoint) && browserCookie.test(cookie))))
    yield "The response sets a cookie";
  if (path.startsWith("/api/v1/") && headers["cache-control"] === undefined)
    yield "The response has no cache-control";
}

/** A caller without permission must get no answer. */
function checkAccess(planned: PlannedRequest, { status }: HttpResponse): string | undefined {
  const { call, who, isInvalidToken, isAuthorised } = planned;
  if (!call || status === 0 || status >= 300) return undefined;
  const may = callPermissions[call.name];
  if (may === undefined) return `${call.name} is missing in who-may-call.ts`;
  if (isInvalidToken && may !== "anyone") return `An invalid token was accepted (${status})`;
  if (!mayEnter(may, who, call)) return `${who} was allowed in (${status})`;
  const isPaid =
    call.name === "initiatePayout" && !isAuthorised && !planned.headers["idempotency-key"];
  return isPaid ? "A payout was accepted without its authorisation" : undefined;
}

function mayEnter(may: CallPermission, who: Persona, call: Call): boolean {
  if (may === "anyone") return true;
  if (who === "anonymous") return false;
  const scopes = scopesOf(who);
  if (scopes) return isOpenTo(scopes, call);
  if (may.startsWith("key")) return false;
  if (who === "admin") return !may.startsWith("tenant");
  if (may.startsWith("superadmin")) return false;
  if (who === "viewer") return isReading(call);
  if (who === "approver") return rolesOf(may).includes("approver");
  return who !== "retailer" || !may.startsWith("tenant with");
}

const isOpenTo = (scopes: readonly Scope[], { name }: Call) =>
  openToEveryKey.includes(name) || scopes.some((scope) => scopePermissions[scope]?.includes(name));

/** The roles after the colon; none for a call that every role may send. */
const rolesOf = (may: CallPermission) => may.split(": ")[1]?.split(" ") ?? ["approver"];

/** A program reads only the events that its scopes cover. */
function checkEvents({ call, who }: PlannedRequest, { status, text }: HttpResponse) {
  const scopes = scopesOf(who);
  if (call?.name !== "listEvents" || status !== 200 || !scopes) return undefined;
  const { data = [] } = parseJson(text) as { data?: { type: string }[] };
  const scopeOf = (type: string) => (eventTypes as Record<string, { scope: Scope }>)[type]?.scope;
  const other = data.find(({ type }) => !scopes.some((scope) => scope === scopeOf(type)));
  return other && `${who} reads an event of ${other.type}`;
}

/**
 * Only a super admin may read the victim's data. What the caller sent does not count: in this request,
 * or in an earlier one whose path the request log repeats.
 */
function checkLeaks(
  planned: PlannedRequest,
  { text }: HttpResponse,
  people: People,
): string | undefined {
  if (planned.who === "admin" && !planned.isInvalidToken) return undefined;
  const sent = `${planned.path} ${String(planned.body)}`.toLowerCase();
  const isLog = planned.call?.name === "listApiRequests";
  const received = (isLog ? text.replaceAll(/"path":"[^"]*"/g, "") : text).toLowerCase();
  const secrets = [canary, "9149150006", people.victim, ...Object.values(people.victims).flat()];
  const leak = secrets.find((secret) => received.includes(secret) && !sent.includes(secret));
  return leak && `The response contains data of another tenant: ${leak}`;
}

/** A spreadsheet must not run a cell of a CSV file. */
function checkFormulas({ headers, text }: HttpResponse): string | undefined {
  if (!String(headers["content-type"]).startsWith("text/csv")) return undefined;
  const cell = /(?:^|[,\n])"?[=@+](?!\d+(?:\.\d+)?(?:[",\r\n]|$))[^,\n]*/.exec(
    text.replace(/^\ufeff/, ""),
  )?.[0];
  return cell && `A cell is a formula: ${cell.slice(0, 80)}`;
}

/** A response must not reveal whether an unknown id belongs to another tenant. */
export function findDifference(
  foreignId: HttpResponse,
  unknownId: HttpResponse,
): string | undefined {
  const [first, second] = [comparable(foreignId), comparable(unknownId)];
  return first === second
    ? undefined
    : `Another tenant's id and an unknown id differ: ${first} / ${second}`;
}

function comparable({ status, headers, text }: HttpResponse): string {
  const {
    date: _,
    "x-request-id": _id,
    ratelimit: _left,
    "content-length": _length,
    connection: _connection,
    "keep-alive": _alive,
    ...others
  } = headers;
  return JSON.stringify([status, others, text.replace(/"request_id":"[^"]*"/, "")]);
}

/**
 * Checks that a repeat with the same idempotency key and body gets the first answer. It names the same
 * thing, which can have changed since.
 */
export function findRepeatFault(first: HttpResponse, repeat: HttpResponse): string | undefined {
  if (!isSuccess(repeat)) return `A repeat with the same key gets ${shown(repeat)}`;
  if (repeat.headers["idempotency-replayed"] !== "true")
    return "A repeat with the same key lacks Idempotency-Replayed";
  const isSame = isDeepStrictEqual(subjectOf(first), subjectOf(repeat));
  return isSame ? undefined : `A repeat gets another answer: ${shown(first)}, now ${shown(repeat)}`;
}

function subjectOf({ status, text }: HttpResponse): unknown {
  const { data } = parseJson(text) as { data?: { id?: string; _id?: string } };
  return { status, subject: data?.id ?? data?._id ?? data };
}

/** Checks the answer to another body with an idempotency key that was used. */
export function findReuseFault(reuse: HttpResponse): string | undefined {
  if (!isSuccess(reuse)) return undefined;
  return `A used key is accepted with another body: ${shown(reuse)}`;
}

export const isSuccess = ({ status }: HttpResponse) => status >= 200 && status < 300;
const shown = ({ status, text }: HttpResponse) => `${status} ${text.slice(0, 200)}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
