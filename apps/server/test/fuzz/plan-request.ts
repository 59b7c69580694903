import { isReading, takesSignature, type Call } from "@rokad/contract/call";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { payoutForm } from "@rokad/contract/payout-form";
import { orderDigest, signAuthorisation } from "../../src/payouts/initiate/authorisation.ts";
import { badQueryText, badText, stringifyWithRaw } from "./bad-values.ts";
import { breakBody, withBadText, withHugeValue } from "./broken-input.ts";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { randomOfRequest } from "./random-values.ts";
import type { HttpRequest } from "./http-request.ts";
import { badBodies, badHeaders, badPaths } from "./bad-http.ts";
import { nounOf, nounOfField, unknownId, type KnownIds, type Query } from "./known-ids.ts";
import { charges, personas, type People, type Persona } from "./people.ts";
import { programs, scopesOf, type Program } from "./programs.ts";
import { batchColumns, payoutFile } from "./payout-file.ts";
import { shapeOf, validValue } from "./valid-input.ts";

/** How a request is distorted before it is sent, each with its weight. */
export const kinds = {
  valid: 24,
  broken: 22,
  text: 12,
  huge: 3,
  query: 12,
  json: 5,
  headers: 6,
  token: 6,
  id: 5,
  method: 2,
  path: 4,
} as const;
export type Kind = keyof typeof kinds;

/** One request, with what its response is checked against. */
export interface PlannedRequest extends HttpRequest {
  readonly number: number;
  readonly endpoint: string;
  readonly kind: string;
  readonly who: Persona;
  /** Unset if the path or method is no longer the call's, and for other endpoints. */
  readonly call?: Call | undefined;
  readonly isInvalidToken?: boolean;
  /** The payout carries an authorisation of its payer for exactly this content. */
  readonly isAuthorised?: boolean;
  /** The same request with an unknown id. Both must get the same response. */
  readonly unknownIdRequest?: HttpRequest;
  /** The body with another amount, for a request with an idempotency key. */
  readonly otherAmountBody?: string;
}

export interface PlanContext {
  readonly seed: number;
  readonly people: People;
  readonly ids: KnownIds;
  /** Only these send calls of the contract. */
  readonly by?: "keys" | undefined;
}

/** Plans the request of this number to a call of the contract. */
export function planCallRequest(
  call: Call,
  number: number,
  { seed, people, ids, by }: PlanContext,
): PlannedRequest {
  const random = randomOfRequest(seed, number);
  const kind = random.pickWeighted(kindsFor(call));
  const who = by === "keys" ? pickProgram(random) : pickPersona(call, random);
  const findId = (source: SeededRandom, name: string) =>
    ids.pick(source, nounOfField(name, call.path), who);
  const createPart = (part: "params" | "query" | "body") => {
    const schema = call[part];
    return schema && validValue(shapeOf(schema), part, random, findId);
  };
  const params = (createPart("params") ?? {}) as Record<string, unknown>;
  if ("id" in params && random.chance(0.95) && hasIdForm(params["id"])) {
    params["id"] = ids.pick(random, nounOf(call.path), who);
  }
  const nextPage = random.chance(0.5) && ids.nextPage(`${call.path} ${who}`);
  const query = nextPage
    ? [...nextPage]
    : textsOf((createPart("query") ?? {}) as Record<string, unknown>);
  let body = createPart("body");
  if (random.chance(0.8)) useKnownContent(call, params, body, { ids, random });
  if (random.chance(0.8)) useOneSmallAmount(body, random);
  const order = call.name === "initiatePayout" ? readPayoutOrder(body) : undefined;
  const payerId = (people.ids as Partial<Record<Persona, string>>)[who];
  const isAuthorised = order !== undefined && payerId !== undefined && random.chance(0.7);
  if (order) body = withAuthorisation(order, isAuthorised ? payerId : unknownId);

  if (kind === "broken") body = breakBody(body ?? {}, random);
  if (kind === "text") body = withBadText(body ?? {}, random);
  if (kind === "huge") body = withHugeValue(body ?? {}, random);
  if (kind === "query") corruptQuery(query, random);
  const isProgram = scopesOf(who) !== undefined;
  const invalid = isProgram ? people.invalidSecrets : people.invalidTokens;
  const token = kind === "token" ? random.pick(Object.values(invalid)) : people.tokens[who];
  const takesBody = call.method !== "GET" && (call.body !== undefined || kind === "broken");
  const json = takesBody ? stringifyWithRaw(body ?? {}) : undefined;
  const victimsId = kind === "id" && who !== "admin" ? victimId(people, call, random) : undefined;
  const sent: HttpRequest = {
    method: call.method,
    path: urlOf(call.path, victimsId ? { ...params, id: victimsId } : params, query),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(call.idempotent &&
        random.chance(isProgram ? 0.9 : 0.3) && {
          "idempotency-key": random.chance(0.8)
            ? `own-${number}`
            : `shared-${random.between(1, 400)}`,
        }),
    },
    body: json,
  };
  const otherAmount = sent.headers["idempotency-key"] && withOtherAmount(body);
  const planned: PlannedRequest = {
    ...sent,
    number,
    endpoint: call.name,
    kind,
    who,
    call,
    isInvalidToken: kind === "token",
    isAuthorised: isAuthorised && isAuthorisedContent(order, body),
    ...(victimsId && {
      unknownIdRequest: { ...sent, path: urlOf(call.path, { ...params, id: unknownId }, query) },
    }),
    ...(otherAmount && { otherAmountBody: stringifyWithRaw(otherAmount) }),
  };
  if (kind === "json") return { ...planned, ...badBodies(planned, random) };
  if (kind === "headers") return { ...planned, ...badHeaders(planned, random) };
  if (kind === "path") return { ...planned, call: undefined, ...badPaths(planned, random) };
  if (kind === "method") {
    const otherMethods = [
      "GET",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "HEAD",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
    ];
    const method = random.pick(otherMethods.filter((one) => one !== call.method));
    return { ...planned, call: undefined, method };
  }
  return planned;
}

function kindsFor(call: Call): Record<Kind, number> {
  const hasBody = call.body !== undefined;
  return {
    ...kinds,
    // Only valid input gets as far as a signature, or a payout of a program.
    valid: takesSignature(call) || call.who === "key" ? 3 * kinds.valid : kinds.valid,
    broken: hasBody ? 2 * kinds.broken : 0,
    text: hasBody ? 2 * kinds.text : 0,
    huge: hasBody ? kinds.huge : 0,
    json: call.method === "GET" ? 0 : kinds.json,
    query: call.query || !hasBody ? kinds.query : 2,
    id: call.path.includes("{id}") ? kinds.id : 0,
  };
}

/** Gives a file of payouts rows, and an approval or start the content as it was last read. */
function useKnownContent(
  { path }: Call,
  params: Readonly<Record<string, unknown>>,
  body: unknown,
  { ids, random }: { readonly ids: KnownIds; readonly random: SeededRandom },
): void {
  if (typeof body !== "object" || body === null) return;
  const fields = body as Record<string, unknown>;
  if (path.startsWith("/payout-batches") && "content" in fields)
    Object.assign(fields, payoutFile(random), "columns" in fields && { columns: batchColumns });
  if ("content_hash" in fields)
    fields["content_hash"] = ids.hashOf(params["id"]) ?? fields["content_hash"];
  if (path.startsWith("/payment-requests") && Array.isArray(fields["requests"]))
    for (const chosen of fields["requests"] as { id?: unknown; content_hash?: unknown }[])
      chosen.content_hash = ids.hashOf(chosen.id) ?? chosen.content_hash;
}

/** The payout of a program's body, which names its amount in rupees or in paise. */
function machineOrderIn(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { payout = body } = body as { payout?: unknown };
  const isOrder = typeof payout === "object" && payout !== null && "method" in payout;
  return isOrder ? payout : undefined;
}

/** Exactly one of both amounts, and a small one, so that the wallet lasts. */
function useOneSmallAmount(body: unknown, random: SeededRandom): void {
  const order = machineOrderIn(body);
  if (!order || !("amount_paise" in order)) return;
  delete order["amount"];
  order["amount_paise"] = random.between(100, 4_000);
}

/** A copy of a body with one more paisa; undefined if it names no amount in paise. */
function withOtherAmount(body: unknown): object | undefined {
  const copy = structuredClone(body);
  const order = machineOrderIn(copy);
  if (typeof order?.["amount_paise"] !== "number") return undefined;
  order["amount_paise"] += 1;
  return copy as object;
}

/** Usually the one with all scopes. */
const pickProgram = (random: SeededRandom): Program =>
  random.chance(0.7) ? "program" : random.pick(programs);

/** Usually a persona that may send the call. */
function pickPersona({ who, needs, scopes }: Call, random: SeededRandom): Persona {
  if (who === "key" || (scopes && random.chance(0.4))) return pickProgram(random);
  if (random.chance(0.3)) return random.pick(personas);
  if (needs === "approve") return random.pick(["approver", "approver", "operator"] as const);
  if (who === "superadmin") return "admin";
  if (who === "anyone") return random.pick(["anonymous", "operator"] as const);
  return random.pick(["operator", "operator", "operator", "neighbour", "viewer"] as const);
}

const hasIdForm = (value: unknown) => typeof value === "string" && /^[\da-f-]{36}$/i.test(value);

function victimId(people: People, call: Call, random: SeededRandom): string | undefined {
  if (!isReading(call) && !call.path.startsWith("/super-admin") && !call.path.includes("notif")) {
    return undefined;
  }
  const own = people.victims[nounOf(call.path)] ?? Object.values(people.victims).flat();
  return random.pick(own);
}

/** The order as the contract parses it, or undefined. Its amount is small, so that the wallet lasts. */
function readPayoutOrder(body: unknown): PayoutOrder | undefined {
  const { amount = 1, authorization_token: _, ...rest } = body as Record<string, unknown>;
  const small = (Math.floor(Number(amount)) % 40) + 1;
  return payoutForm.safeParse({ ...rest, amount: small }).data;
}

function withAuthorisation(order: PayoutOrder, personId: string) {
  const authorization_token = signAuthorisation({
    personId,
    orderDigest: orderDigest(order),
    ...charges,
  });
  return { ...order, authorization_token };
}

/** Whether the body still has the content that was authorised. */
function isAuthorisedContent(order: PayoutOrder, body: unknown): boolean {
  const { data } = payoutForm.safeParse(body);
  return data !== undefined && orderDigest(data).equals(orderDigest(order));
}

function textsOf(query: Record<string, unknown>): Query {
  return Object.entries(query).map(([name, value]) => [name, String(value)]);
}

/** Distorts the query: a bad value, a repeated, unknown or nested parameter, or 900 of them. */
function corruptQuery(query: Query, random: SeededRandom): void {
  const at = random.between(0, Math.max(0, query.length - 1));
  const name = query[at]?.[0] ?? random.pick(["page", "limit", "from", "status", "__proto__"]);
  const distortion = random.pickWeighted({ value: 6, twice: 2, unknown: 2, nested: 1, many: 0.5 });
  if (distortion === "value") query[at] = [name, badQueryText(random)];
  if (distortion === "twice") query.push([name, badQueryText(random)], [name, "2"]);
  if (distortion === "unknown") query.push([badText(random), badText(random)]);
  if (distortion === "nested")
    query.push([`${name}[]`, "1"], [`${name}[$ne]`, "1"], ["__proto__", "1"]);
  if (distortion !== "many") return;
  for (let number = 0; number < 900; number += 1) query.push([`p${number}`, "1"]);
}

function urlOf(path: string, params: Record<string, unknown>, query: Query): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeLenient(String(params[name])),
  );
  const search = query
    .map(([name, value]) => `${encodeLenient(name)}=${encodeLenient(value)}`)
    .join("&");
  return `/api/v1${filled}${search && `?${search}`}`;
}

/** Percent-encodes a value. A lone surrogate becomes U+FFFD, because it has no encoding. */
const encodeLenient = (value: string) => encodeURIComponent(value.toWellFormed());
