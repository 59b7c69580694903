import type { Answer, Call, ErrorAnswer, Input } from "@rokad/contract/call";
import { setTimeout as pause } from "node:timers/promises";

/** What came back in the end. */
export type Heard<C extends Call> = (
  | { readonly ok: true; readonly body: Answer<C> }
  | { readonly ok: false; readonly code: string; readonly message: string }
) & {
  readonly status: number;
  /** Whether an earlier request of this call got no answer: it may have been carried out. */
  readonly lostBefore: boolean;
};

export interface Way {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  /** Cuts the connection so many milliseconds after the first request has gone out. */
  readonly cutAfterMs?: number;
  /** Gives up after so many seconds without an answer. */
  readonly seconds?: number;
}

/** Nobody answered for a long time: what became of the call is not known. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

interface Setup {
  /** The servers' ports; a request goes to one of them, and its repeat to the next. */
  readonly ports: () => readonly number[];
  readonly onSurprise: (what: string) => void;
  readonly onLost: () => void;
}

export type Ask = ReturnType<typeof openCaller>;

const patienceMs = 6_000;

/**
 * Makes a contract call over HTTP as a good client does: what gets no answer, or is told to try
 * again, is repeated with the same key at another server.
 * @throws {NoAnswerError}
 */
export function openCaller({ ports, onSurprise, onLost }: Setup) {
  let turn = 0;
  return async function ask<C extends Call>(
    call: C,
    input: Input<C>,
    way: Way = {},
  ): Promise<Heard<C>> {
    const end = Date.now() + (way.seconds ?? 20) * 1_000;
    let lostBefore = false;
    for (let tries = 1; ; tries += 1) {
      const list = ports();
      turn += 1;
      const limitMs = tries === 1 && way.cutAfterMs !== undefined ? way.cutAfterMs : patienceMs;
      const answer = await request(list[turn % list.length] ?? 0, call, input, way, limitMs).catch(
        () => undefined,
      );
      if (answer && answer.status < 500) return { ...answer.heard, lostBefore };
      if (answer && answer.status !== 503)
        onSurprise(`${call.name} was answered with ${answer.status}`);
      // A 503 may come after the commit whose word was lost on its way from the database.
      lostBefore = true;
      if (!answer) onLost();
      if (Date.now() > end) throw new NoAnswerError(`${call.name} got no answer`);
      await pause(Math.min(50 * tries, 400));
    }
  };
}

async function request<C extends Call>(
  port: number,
  call: C,
  input: Input<C>,
  way: Way,
  limitMs: number,
) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${addressOf(call, input)}`, {
    method: call.method,
    headers: {
      ...(way.token !== undefined && { authorization: `Bearer ${way.token}` }),
      ...(way.key !== undefined && { "idempotency-key": way.key }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(limitMs),
  });
  const { status } = response;
  const body = (await response.json()) as Answer<C> | ErrorAnswer;
  const refused = status >= 400 ? (body as ErrorAnswer).error : undefined;
  const heard = refused
    ? { ok: false as const, status, code: refused.code, message: refused.message }
    : { ok: true as const, status, body: body as Answer<C> };
  return { status, heard };
}

function addressOf(call: Call, { params = {}, query = {} }: { params?: unknown; query?: unknown }) {
  const given = new Map(Object.entries(params as object));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object)) asked.set(name, String(value));
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given.get(name)));
  return asked.size > 0 ? `${path}?${asked.toString()}` : path;
}
