import type { Answer, Call, ErrorAnswer, Input } from "@rokad/contract/call";
import { setTimeout as pause } from "node:timers/promises";

/** The response to a call after all repeats. */
export type ApiResult<C extends Call> = (
  | { readonly ok: true; readonly body: Answer<C> }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** The signature that the request needs. */
      readonly stepUp?: string | undefined;
    }
) & {
  readonly status: number;
  /** Whether an earlier request of this call got no response: the server may have executed it. */
  readonly lostBefore: boolean;
};

export interface CallOptions {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  /** The browser that makes the call: its cookie goes with it, and one of the answer is kept. */
  readonly browser?: { cookie?: string };
  /** The header `Step-Up`. */
  readonly signature?: string | undefined;
  /** Signs a proof of possession for one request; a nonce replaces the client's clock. */
  readonly proof?: ((address: string, nonce?: string) => Promise<string>) | undefined;
  /** Cuts the connection of the first request after this time. */
  readonly cutAfterMs?: number;
  /** Gives up after this many seconds without a response. */
  readonly seconds?: number;
}

/** No server responded, so the outcome of the call is unknown. */
export class NoResponseError extends Error {
  override name = "NoResponseError";
}

interface ClientOptions {
  /** The ports of the servers. A repeat goes to the next one. */
  readonly ports: () => readonly number[];
  /** How long a call is repeated without an answer. */
  readonly secondsMax: () => number;
  readonly onAnomaly: (description: string) => void;
  readonly onLost: () => void;
}

/** Downloads a file as text, with some repeats. */
export type DownloadFile = <C extends Call>(
  call: C,
  input: Input<C>,
  token: string,
) => Promise<string>;

export type CallApi = ReturnType<typeof openApiClient>;

const responseMsMax = 6_000;

/**
 * Creates a function that sends contract calls over HTTP and repeats them with the same key at
 * another server after a 5xx or no response.
 * @throws {NoResponseError}
 */
export function openApiClient({ ports, secondsMax, onAnomaly, onLost }: ClientOptions) {
  let requests = 0;
  return async function callApi<C extends Call>(
    call: C,
    input: Input<C>,
    options: CallOptions = {},
  ): Promise<ApiResult<C>> {
    const endsAt = Date.now() + (options.seconds ?? secondsMax()) * 1_000;
    let lostBefore = false;
    let nonce: string | undefined;
    for (let tries = 1; ; tries += 1) {
      const all = ports();
      requests += 1;
      const port = all[requests % all.length] ?? 0;
      const timeoutMs = (tries === 1 ? options.cutAfterMs : undefined) ?? responseMsMax;
      const response = await request(port, call, input, { ...options, nonce, timeoutMs }).catch(
        () => undefined,
      );
      // The plan moves the servers' clocks, but not the client's.
      if (response?.nonce !== undefined && nonce === undefined) {
        ({ nonce } = response);
        continue;
      }
      if (response && response.status < 500) return { ...response, lostBefore };
      if (response && response.status !== 503)
        onAnomaly(`${call.name} got a response with ${response.status}`);
      // A 503 may follow a commit whose confirmation from the database was lost.
      lostBefore = true;
      if (!response) onLost();
      if (Date.now() > endsAt) throw new NoResponseError(`${call.name} got no response`);
      await pause(Math.min(50 * tries, 400));
    }
  };
}

const downloadSecondsMax = 20;

export function openFileClient(ports: () => readonly number[]): DownloadFile {
  return async (call, input, token) => {
    const endsAt = Date.now() + downloadSecondsMax * 1_000;
    for (let tries = 0; ; tries += 1) {
      const all = ports();
      const url = `http://127.0.0.1:${all[tries % all.length]}/api/v1${pathOf(call, input)}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      if (response.ok) return text;
      if (response.status < 500 || Date.now() > endsAt)
        throw new NoResponseError(`${call.name} got no file: ${text.slice(0, 300)}`);
      await pause(200);
    }
  };
}

async function request<C extends Call>(
  port: number,
  call: C,
  input: Input<C>,
  options: CallOptions & { readonly nonce: string | undefined; readonly timeoutMs: number },
) {
  const address = `http://127.0.0.1:${port}/api/v1${pathOf(call, input)}`;
  const proof = await options.proof?.(address, options.nonce);
  const response = await fetch(address, {
    method: call.method,
    headers: {
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(proof !== undefined && { dpop: proof }),
      ...(options.key !== undefined && { "idempotency-key": options.key }),
      ...(options.browser?.cookie !== undefined && { cookie: options.browser.cookie }),
      ...(options.signature !== undefined && { "step-up": options.signature }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(options.timeoutMs),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie !== undefined && options.browser) options.browser.cookie = cookie;
  const { status } = response;
  const body = (await response.json()) as Answer<C> | ErrorAnswer;
  const nonce = response.headers.get("dpop-nonce") ?? undefined;
  if (status < 400) return { ok: true as const, status, nonce, body: body as Answer<C> };
  const { code, message, step_up: stepUp } = (body as ErrorAnswer).error;
  return { ok: false as const, status, nonce, code, message, stepUp: stepUp?.id };
}

function pathOf(call: Call, { params = {}, query = {} }: { params?: unknown; query?: unknown }) {
  const values = new Map(Object.entries(params as object));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object)) search.set(name, String(value));
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}
