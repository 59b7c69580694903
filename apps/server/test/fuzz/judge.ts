import { isDeepStrictEqual } from "node:util";
import { errorAnswer, isReading, type Call } from "@rokad/contract/call";
import { errorCodes, errorCodesOf, isErrorCode } from "@rokad/contract/error-codes";
import { whoMayCall, type MayCall } from "../who-may-call.ts";
import { canary, type People, type Persona } from "./people.ts";
import type { Planned } from "./requests.ts";
import type { Heard } from "./send.ts";

/** Everything that is wrong with an answer, each as a sentence. */
export function faultsIn(planned: Planned, heard: Heard, people: People): string[] {
  return [
    noAnswer(planned, heard),
    serverFault(heard),
    ...(heard.status >= 400 ? errorFaults(planned, heard) : answerFaults(planned, heard)),
    ...headerFaults(planned, heard),
    entered(planned, heard),
    leaked(planned, heard, people),
    formulaIn(heard),
  ].filter((fault) => fault !== undefined);
}

/** A body over the limit is refused before it is read, which a client may see as a reset. */
const unreadBytes = 90_000;

function noAnswer({ method, headers, body, path }: Planned, { status, failure }: Heard) {
  if (status !== 0) return undefined;
  // Of bytes that Node can't read it doesn't say that they asked for a head only.
  if (method === "HEAD" && failure?.includes("Data after")) return undefined;
  const size = (body?.length ?? 0) + path.length + JSON.stringify(headers).length;
  const isRefusedUnread = size > unreadBytes && /EPIPE|ECONNRESET|hang up/.test(failure ?? "");
  return isRefusedUnread ? undefined : `There was no answer: ${failure}`;
}

const documentedAway = new Set([
  "SMS_NOT_SENT",
  "STREAMS_FULL",
  "PROVIDER_SILENT",
  "WEBHOOK_NOT_READY",
]);

function serverFault({ status, text }: Heard) {
  if (status < 500) return undefined;
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "";
  return status === 503 && documentedAway.has(code) ? undefined : `It answered ${status} ${code}`;
}

/** Words of machines, in a sentence for a person. */
const machineWords =
  /\bat .+:\d+:\d+|\bselect .+ from\b|insert into|relation "|syntax error|duplicate key|violates|column "|Zod|invalid_type|expected .+ received|Unexpected token|ECONN|undefined|\[object|\bNaN\b|node_modules|\.ts\b|FST_/i;
const sentenceCharsMax = 300;
const errorCharsMax = 20_000;

function* errorFaults(planned: Planned, { status, text, headers }: Heard) {
  if (planned.method === "HEAD") return;
  if (!String(headers["content-type"]).startsWith("application/json")) {
    yield `An error is no JSON but ${String(headers["content-type"])}: ${text.slice(0, 200)}`;
    return;
  }
  const parsed = errorAnswer.safeParse(parsedJson(text));
  if (!parsed.success || !text.includes('"success":false')) {
    yield `An error is not of the one shape: ${text.slice(0, 200)}`;
    return;
  }
  const { code, message, fields = {} } = parsed.data.error;
  if (text.length > errorCharsMax) yield `An error of ${text.length} characters`;
  for (const sentence of [message, ...Object.values(fields)]) {
    if (machineWords.test(sentence)) yield `A machine speaks: ${sentence}`;
    if (sentence.length > sentenceCharsMax) yield `A sentence of ${sentence.length} characters`;
    if (sentence.startsWith("Invalid input")) yield `No sentence for a person: ${sentence}`;
  }
  if (isWebhookCode.test(code)) return;
  if (!isErrorCode(code)) yield `${code} is not in error-codes.ts`;
  else if (errorCodes[code][0] !== status) yield `${code} came with ${status}`;
  else if (planned.call && !readFirst.has(code) && !errorCodesOf(planned.call).includes(code)) {
    yield `${code} is not among the call's errors`;
  }
}
const isWebhookCode = /^WEBHOOK_/;
/** What is refused before it is known which call it is for, or what its body holds. */
const readFirst = new Set([
  "INVALID_REQUEST",
  "INVALID_JSON",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "HEADERS_TOO_LARGE",
  "NOT_FOUND",
]);

function* answerFaults({ call, kind, method }: Planned, { status, text }: Heard) {
  if (!call || status === 0 || kind === "method" || method === "HEAD") return;
  const isPart = status === 206 && typeof call.answer === "string";
  if (!isPart && status !== (call.status ?? 200))
    yield `It answered ${status}, which is not declared`;
  if (typeof call.answer === "string") return;
  const answer = parsedJson(text);
  const parsed = call.answer.safeParse(answer);
  if (!parsed.success)
    yield `Not as the contract has it: ${JSON.stringify(parsed.error.issues).slice(0, 300)}`;
  else if (!isDeepStrictEqual(parsed.data, answer)) yield "It has fields that are not declared";
}

function* headerFaults({ path }: Planned, { status, headers }: Heard) {
  if (status === 0) return;
  if (headers["x-content-type-options"] !== "nosniff") yield "It lacks x-content-type-options";
  if (!headers["content-security-policy"]) yield "It lacks content-security-policy";
  if (!headers["referrer-policy"]) yield "It lacks referrer-policy";
  if (headers["x-powered-by"] ?? headers["server"]) yield "It tells what serves it";
  if (headers["set-cookie"]) yield "It sets a cookie";
  if (path.startsWith("/api/v1/") && headers["cache-control"] === undefined)
    yield "It can be cached";
}

/** Whoever may not make a call gets nothing from it. */
function entered(planned: Planned, { status }: Heard): string | undefined {
  const { call, who, isNobody, isAuthorised } = planned;
  if (!call || status === 0 || status >= 300) return undefined;
  const may = whoMayCall[call.name];
  if (may === undefined) return `${call.name} has no line in who-may-call.ts`;
  if (isNobody && may !== "anyone") return `A worthless token was let in (${status})`;
  if (!mayEnter(may, who, call)) return `${who} was let in (${status})`;
  const isPaid =
    call.name === "initiatePayout" && !isAuthorised && !planned.headers["idempotency-key"];
  return isPaid ? "A payout was taken without its authorisation" : undefined;
}

function mayEnter(may: MayCall, who: Persona, call: Call): boolean {
  if (may === "anyone") return true;
  if (who === "nobody") return false;
  if (who === "boss") return !may.startsWith("tenant");
  if (may === "superadmin") return false;
  if (who === "viewer") return isReading(call);
  return who !== "retailer" || !may.startsWith("tenant with");
}

/** Nothing of the victim's reaches anybody but a super admin, unless they sent it themselves. */
function leaked(planned: Planned, { text }: Heard, people: People): string | undefined {
  if (planned.who === "boss" && !planned.isNobody) return undefined;
  const sent = `${planned.path} ${String(planned.body)}`.toLowerCase();
  const told = text.toLowerCase();
  const all = [canary, "9149150006", people.victim, ...Object.values(people.victims).flat()];
  const found = all.find((secret) => told.includes(secret) && !sent.includes(secret));
  return found && `It tells of another tenant: ${found}`;
}

/** A cell of a CSV file that a spreadsheet would run. */
function formulaIn({ headers, text }: Heard): string | undefined {
  if (!String(headers["content-type"]).startsWith("text/csv")) return undefined;
  const cell = /(?:^|[,\n])"?[=@+](?!\d+(?:\.\d+)?(?:[",\r\n]|$))[^,\n]*/.exec(
    text.replace(/^\ufeff/, ""),
  )?.[0];
  return cell && `A cell is a formula: ${cell.slice(0, 80)}`;
}

/** Two answers that must not tell an id of another tenant's from one of nobody's. */
export function tellsApart(one: Heard, other: Heard): string | undefined {
  const [first, second] = [plain(one), plain(other)];
  return first === second ? undefined : `It tells another's id from no id: ${first} / ${second}`;
}

function plain({ status, headers, text }: Heard): string {
  const {
    date: _,
    "content-length": _length,
    connection: _connection,
    "keep-alive": _alive,
    ...others
  } = headers;
  return JSON.stringify([status, others, text.replace(/"request_id":"[^"]*"/, "")]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
