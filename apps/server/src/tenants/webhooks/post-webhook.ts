import { lookup } from "node:dns/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import {
  AddressRefusedError,
  assertReachable,
  literalAddress,
  lookupReachable,
} from "./reachable-addresses.ts";

const answerCharsMax = 1_000;
const timeoutMs = 15_000;
/** Of all attempts in progress. */
const agents = {
  "http:": new HttpAgent({ keepAlive: true, timeout: timeoutMs }),
  "https:": new HttpsAgent({ keepAlive: true, timeout: timeoutMs }),
};

/** What came of one attempt. */
export interface Attempt {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** Why it is a failure; undefined for a 2xx. */
  readonly error: string | undefined;
  /** The part of the way that failed. */
  readonly failed: "address" | "connection" | "answer" | undefined;
  /** The start of the answer's body. */
  readonly answer: string;
  readonly tookMs: number;
  readonly retryAfter: string | undefined;
  /** The receiver's clock, of the header `Date`. */
  readonly date: string | undefined;
}

/**
 * Posts a webhook once. A 3xx is a failure: a redirect is not followed. It ends after 15 seconds.
 * @param ms for tests.
 */
export async function postWebhook(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  ms = timeoutMs,
): Promise<Attempt> {
  const began = performance.now();
  const tookMs = () => Math.round(performance.now() - began);
  try {
    const { response, text } = await send(new URL(address), headers, body, AbortSignal.timeout(ms));
    const status = response.statusCode ?? 0;
    const isOk = status >= 200 && status < 300;
    const redirect = status >= 300 && status < 400 ? ": redirects are not followed" : "";
    return {
      status,
      error: isOk ? undefined : `Answered ${status}${redirect}`,
      failed: isOk ? undefined : "answer",
      answer: text,
      tookMs: tookMs(),
      retryAfter: response.headers["retry-after"],
      date: response.headers.date,
    };
  } catch (error) {
    return {
      status: undefined,
      ...describe(error, ms),
      answer: "",
      tookMs: tookMs(),
      retryAfter: undefined,
      date: undefined,
    };
  }
}

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; text: string }> {
  const protocol = url.protocol === "http:" ? "http:" : "https:";
  // For these the socket asks no lookup.
  const literal = literalAddress(url);
  if (literal !== undefined) assertReachable(literal, protocol);
  const request = (protocol === "http:" ? httpRequest : httpsRequest)(url, {
    method: "POST",
    agent: agents[protocol],
    lookup: lookupReachable(protocol),
    headers: {
      "content-type": "application/json",
      "user-agent": "Rokad-Webhooks/1",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    },
    signal,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
  return { response, text: await readStart(response) };
}

/** Reads the answer's start; a longer answer is cut off with its connection. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > answerCharsMax * 4) break;
  }
  // PostgreSQL stores no zero character.
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").slice(0, answerCharsMax);
}

const causes: Readonly<Record<string, readonly ["address" | "connection", string]>> = {
  ENOTFOUND: ["address", "The name does not exist"],
  EAI_AGAIN: ["address", "The name could not be resolved"],
  ECONNREFUSED: ["connection", "The connection was refused"],
  ECONNRESET: ["connection", "The connection was closed before the answer"],
  EHOSTUNREACH: ["connection", "The machine is not reachable"],
  ENETUNREACH: ["connection", "The network is not reachable"],
  ETIMEDOUT: ["connection", "No connection in time"],
  CERT_HAS_EXPIRED: ["connection", "The TLS certificate expired"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["connection", "The TLS certificate is self-signed"],
  SELF_SIGNED_CERT_IN_CHAIN: ["connection", "The TLS certificate is self-signed"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["connection", "The TLS certificate's chain is incomplete"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["connection", "The TLS certificate is for another name"],
};

function describe(error: unknown, ms: number): Pick<Attempt, "error" | "failed"> {
  if (error instanceof AddressRefusedError) return { error: error.message, failed: "address" };
  if (!(error instanceof Error)) return { error: "Failed", failed: "connection" };
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return { error: `No answer within ${ms / 1_000} seconds`, failed: "answer" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const [failed, sentence] = causes[code] ?? ["connection", "The connection failed"];
  return { error: code === "" ? sentence : `${sentence} (${code})`, failed };
}

/** The addresses of an endpoint, for people. @throws as the lookup. */
export async function resolveEndpoint(address: string): Promise<string[]> {
  const url = new URL(address);
  const literal = literalAddress(url);
  if (literal !== undefined) return [literal];
  return (await lookup(url.hostname, { all: true })).map((one) => one.address);
}
