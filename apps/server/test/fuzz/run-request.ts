import type { calls } from "@rokad/contract/calls";
import { refreshBoundSession } from "./bound-sessions.ts";
import { findRawFaults } from "./check-raw-response.ts";
import {
  findDifference,
  findFaults,
  findRepeatFault,
  findReuseFault,
  isSuccess,
} from "./check-response.ts";
import type { Counts } from "./counts.ts";
import type { HttpResponse, openHttpClient } from "./http-client.ts";
import { planOtherRequest, type OtherEndpoint } from "./other-endpoints.ts";
import { planCallRequest, type PlanContext, type PlannedRequest } from "./plan-request.ts";
import { scopesOf } from "./programs.ts";
import { randomOfRequest } from "./random-values.ts";
import { rawCases, sendRaw } from "./raw-sockets.ts";
import { signRequest } from "../sign-request.ts";
import { shrinkRequest } from "./shrink-request.ts";

/** The calls that answer with a payout that they created. */
const payoutCalls: ReadonlySet<string> = new Set(["initiatePayout", "createPayout"]);

/** A call of the contract, another endpoint, a bare socket, or a session bound to a key. */
export type Target = (typeof calls)[number] | OtherEndpoint | "raw" | "bound sessions";

interface RunnerOptions {
  readonly context: PlanContext;
  readonly client: ReturnType<typeof openHttpClient>;
  readonly port: number;
  readonly counts: Counts;
  /** The command that repeats the request of this number. */
  readonly replayCommand: (number: number) => string;
  readonly onFault: (fault: string) => void;
}

/**
 * Sends requests one by one, checks each response, collects the ids in it, and records which
 * payouts were acknowledged and who pays each.
 */
export function createRequestRunner(options: RunnerOptions) {
  const { context, client, port, counts, replayCommand, onFault } = options;
  const { people, ids, seed } = context;
  const acknowledged = new Map<string, string>();

  async function runRequest(target: Target, number: number): Promise<void> {
    if (target === "raw") return runRawCase(number);
    if (target === "bound sessions") return runBoundSession(number);
    const planned =
      typeof target === "string"
        ? planOtherRequest(target, number, context)
        : planCallRequest(target, number, context);
    const faults = await sendAndCheck(planned);
    const [first] = faults;
    if (first === undefined) return;
    const smallest = await shrinkRequest(planned, async (smaller) =>
      (await sendAndCheck(smaller)).some((fault) => fault.startsWith(first.slice(0, 40))),
    );
    onFault(`${faults.join("; ")}\n    ${describe(smallest)}\n    ${replayCommand(number)}`);
  }

  async function sendAndCheck(asked: PlannedRequest): Promise<string[]> {
    const first = await client.send(asked);
    counts.add(asked, first);
    const planned = await sign(asked, first.text);
    const response = planned === asked ? first : await client.send(planned);
    if (planned !== asked) counts.add(planned, response);
    const faults = findFaults(planned, response, people);
    if (isSuccess(response)) record(planned, response.text);
    if (isSuccess(response)) faults.push(...(await repeatWithKey(planned, response)));
    if (!planned.unknownIdRequest) return faults;
    const other = await client.send(planned.unknownIdRequest);
    counts.add(planned, other);
    const difference =
      isTransient(response) || isTransient(other) ? undefined : findDifference(response, other);
    return difference ? [...faults, difference] : faults;
  }

  /** The request with the signature that its answer asks for, for most requests. */
  async function sign(planned: PlannedRequest, answer: string): Promise<PlannedRequest> {
    if (!randomOfRequest(seed, planned.number).chance(signedShare)) return planned;
    const signature = await signRequest(answer);
    if (!signature) return planned;
    counts.countSigned(planned.endpoint);
    return { ...planned, headers: { ...planned.headers, "step-up": signature } };
  }

  /** Sends a program's request with its idempotency key again: the same, and with another amount. */
  async function repeatWithKey(planned: PlannedRequest, first: HttpResponse): Promise<string[]> {
    const { headers, who, endpoint, call, otherAmountBody } = planned;
    if (!headers["idempotency-key"] || !scopesOf(who) || !call?.idempotent) return [];
    counts.countRepeated(endpoint);
    const repeat = await client.send(planned);
    counts.add(planned, repeat);
    const faults = [isTransient(repeat) ? undefined : findRepeatFault(first, repeat)];
    if (otherAmountBody) {
      const reuse = await client.send({ ...planned, body: otherAmountBody });
      counts.add(planned, reuse);
      faults.push(findReuseFault(reuse));
    }
    return faults.filter((fault) => fault !== undefined);
  }

  function record({ call, endpoint, who, path }: PlannedRequest, text: string): void {
    const answer = parseJson(text);
    if (call && who !== "retailer") ids.add(call.path, answer);
    if (call && answer) ids.addPage(`${call.path} ${who}`, path, answer);
    // A distorted path may still reach the call, so the endpoint's name decides.
    const payoutId = payoutCalls.has(endpoint) ? answer?.data?.id : undefined;
    const payer = (people.ids as Readonly<Record<string, string>>)[who];
    if (payoutId && payer) acknowledged.set(payoutId, payer);
  }

  async function runRawCase(number: number): Promise<void> {
    const rawCase = randomOfRequest(seed, number).pick(rawCases);
    const outcome = await sendRaw(port, rawCase);
    const status = outcome.responses[0]?.status ?? 0;
    const planned = { endpoint: "raw sockets", kind: "raw", who: "anonymous", number } as const;
    counts.add(planned, { status, ms: outcome.ms });
    const faults = findRawFaults(rawCase, outcome);
    if (faults.length === 0) return;
    const sent = JSON.stringify(rawCase.parts).slice(0, 200);
    onFault(`${faults.join("; ")}\n    ${rawCase.name}: ${sent}\n    ${replayCommand(number)}`);
  }

  async function runBoundSession(number: number): Promise<void> {
    const target = { port, personId: people.keyHolder };
    const { presented, response, faults } = await refreshBoundSession(
      randomOfRequest(seed, number),
      client,
      target,
    );
    counts.add({ endpoint: "bound sessions", kind: presented, who: "anonymous", number }, response);
    if (faults.length > 0) onFault(`${faults.join("; ")}\n    ${replayCommand(number)}`);
  }

  return { runRequest, acknowledged: acknowledged as ReadonlyMap<string, string> };
}

/** Of the requests that need a signature. */
const signedShare = 0.8;

/** These depend on the moment: a rate limit, or a session that another request ended. */
const transientStatuses = new Set([0, 401, 429, 503]);
const isTransient = ({ status }: HttpResponse) => transientStatuses.has(status);

/** The request for people, without its tokens. */
function describe({ method, path, headers, body, who, kind }: PlannedRequest): string {
  const { authorization, ...others } = headers;
  const shown = Object.entries(others).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const text = String(body ?? "").replaceAll(
    /"authorization_token":"[^"]*"/g,
    '"authorization_token":"…"',
  );
  return [
    `${method} ${path.slice(0, 300)} as ${who} (${kind}${authorization ? ", with a token" : ""})`,
    ...shown,
    text.slice(0, 600),
  ].join(" | ");
}

function parseJson(text: string): { data?: { id?: string } } | undefined {
  try {
    return JSON.parse(text) as { data?: { id?: string } };
  } catch {
    return undefined;
  }
}
