import { isReading, type Call } from "@rokad/contract/call";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { payoutForm } from "@rokad/contract/payout-form";
import { orderDigest, signAuthorisation } from "../../src/payouts/authorisation.ts";
import { badQueryText, badText, written } from "./bad-values.ts";
import { broken, withBadText, withHugeValue } from "./broken-input.ts";
import { Dice } from "./dice.ts";
import { badBodies, badHeaders, badPaths } from "./bad-http.ts";
import { nounOf, nounOfField, unknownId, type KnownIds } from "./ids.ts";
import { charges, personas, type People, type Persona } from "./people.ts";
import { shapeOf, validValue } from "./valid-input.ts";

/** What is done to a request before it is sent. */
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

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

/** One request, whose answer is judged by what is known of how it was made. */
export interface Planned extends Sent {
  readonly number: number;
  readonly endpoint: string;
  readonly kind: string;
  readonly who: Persona;
  /** Unset where the address or method is not the call's any more, and on doors beside the calls. */
  readonly call?: Call | undefined;
  /** The token is worth nothing, whoever sends it. */
  readonly isNobody?: boolean;
  /** A payout that carries an authorisation of its payer for exactly this. */
  readonly isAuthorised?: boolean;
  /** The same with an id that nothing has: must be answered the same. */
  readonly twin?: Sent;
}

export interface Setting {
  readonly seed: number;
  readonly people: People;
  readonly ids: KnownIds;
}

/** Makes the request of this number to a call of the contract. */
export function planCall(call: Call, number: number, { seed, people, ids }: Setting): Planned {
  const dice = new Dice(seed, number);
  const kind = dice.weighed(kindsFor(call));
  const who = someoneFor(call, dice);
  const findId = (by: Dice, name: string) => ids.find(by, nounOfField(name, call.path), who);
  const make = (part: "params" | "query" | "body") => {
    const schema = call[part];
    return schema && validValue(shapeOf(schema), part, dice, findId);
  };
  const params = (make("params") ?? {}) as Record<string, unknown>;
  if ("id" in params && dice.chance(0.95) && looksLikeId(params["id"])) {
    params["id"] = ids.find(dice, nounOf(call.path), who);
  }
  const query = textsOf((make("query") ?? {}) as Record<string, unknown>);
  let body = make("body");
  const order = call.name === "initiatePayout" ? payableOrder(body) : undefined;
  const payerId = (people.ids as Partial<Record<Persona, string>>)[who];
  const isAuthorised = order !== undefined && payerId !== undefined && dice.chance(0.7);
  if (order) body = withAuthorisation(order, isAuthorised ? payerId : unknownId);

  if (kind === "broken") body = broken(body ?? {}, dice);
  if (kind === "text") body = withBadText(body ?? {}, dice);
  if (kind === "huge") body = withHugeValue(body ?? {}, dice);
  if (kind === "query") spoil(query, dice);
  const token = kind === "token" ? dice.one(Object.values(people.badTokens)) : people.tokens[who];
  const takesBody = call.method !== "GET" && (call.body !== undefined || kind === "broken");
  const json = takesBody ? written(body ?? {}) : undefined;
  const idPath = kind === "id" && who !== "boss" ? victimId(people, call, dice) : undefined;
  const sent: Sent = {
    method: call.method,
    path: addressOf(call.path, idPath ? { ...params, id: idPath } : params, query),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(call.idempotent &&
        dice.chance(0.3) && { "idempotency-key": `key-${dice.whole(1, 400)}` }),
    },
    body: json,
  };
  const planned: Planned = {
    ...sent,
    number,
    endpoint: call.name,
    kind,
    who,
    call,
    isNobody: kind === "token",
    isAuthorised: isAuthorised && isStillAgreed(order, body),
    ...(idPath && {
      twin: { ...sent, path: addressOf(call.path, { ...params, id: unknownId }, query) },
    }),
  };
  if (kind === "json") return { ...planned, ...badBodies(planned, dice) };
  if (kind === "headers") return { ...planned, ...badHeaders(planned, dice) };
  if (kind === "path") return { ...planned, call: undefined, ...badPaths(planned, dice) };
  if (kind === "method") {
    const others = [
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
    const method = dice.one(others.filter((one) => one !== call.method));
    return { ...planned, call: undefined, method };
  }
  return planned;
}

function kindsFor(call: Call): Record<Kind, number> {
  const hasBody = call.body !== undefined;
  return {
    ...kinds,
    broken: hasBody ? 2 * kinds.broken : 0,
    text: hasBody ? 2 * kinds.text : 0,
    huge: hasBody ? kinds.huge : 0,
    json: call.method === "GET" ? 0 : kinds.json,
    query: call.query || !hasBody ? kinds.query : 2,
    id: call.path.includes("{id}") ? kinds.id : 0,
  };
}

/** Mostly somebody who may make the call. */
function someoneFor({ who }: Call, dice: Dice): Persona {
  if (dice.chance(0.3)) return dice.one(personas);
  if (who === "superadmin") return "boss";
  if (who === "anyone") return dice.one(["nobody", "operator"] as const);
  return dice.one(["operator", "operator", "operator", "neighbour", "viewer"] as const);
}

const looksLikeId = (value: unknown) => typeof value === "string" && /^[\da-f-]{36}$/i.test(value);

function victimId(people: People, call: Call, dice: Dice): string | undefined {
  if (!isReading(call) && !call.path.startsWith("/super-admin") && !call.path.includes("notif")) {
    return undefined;
  }
  const own = people.victims[nounOf(call.path)] ?? Object.values(people.victims).flat();
  return dice.one(own);
}

/** The order as the contract reads it, small enough for many; undefined when it is none. */
function payableOrder(body: unknown): PayoutOrder | undefined {
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

/** What was authorised and what is sent agree in all that an authorisation is for. */
function isStillAgreed(order: PayoutOrder, body: unknown): boolean {
  const { data } = payoutForm.safeParse(body);
  return data !== undefined && orderDigest(data).equals(orderDigest(order));
}

type Query = [name: string, value: string][];

function textsOf(query: Record<string, unknown>): Query {
  return Object.entries(query).map(([name, value]) => [name, String(value)]);
}

/** Makes an address's parameters wrong: one bad, one twice, unknown ones, thousands of them. */
function spoil(query: Query, dice: Dice): void {
  const at = dice.whole(0, Math.max(0, query.length - 1));
  const name = query[at]?.[0] ?? dice.one(["page", "limit", "from", "status", "__proto__"]);
  const how = dice.weighed({ value: 6, twice: 2, unknown: 2, nested: 1, many: 0.5 });
  if (how === "value") query[at] = [name, badQueryText(dice)];
  if (how === "twice") query.push([name, badQueryText(dice)], [name, "2"]);
  if (how === "unknown") query.push([badText(dice), badText(dice)]);
  if (how === "nested") query.push([`${name}[]`, "1"], [`${name}[$ne]`, "1"], ["__proto__", "1"]);
  if (how !== "many") return;
  for (let number = 0; number < 900; number += 1) query.push([`p${number}`, "1"]);
}

function addressOf(path: string, params: Record<string, unknown>, query: Query): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => safely(String(params[name])));
  const asked = query.map(([name, value]) => `${safely(name)}=${safely(value)}`).join("&");
  return `/api/v1${filled}${asked && `?${asked}`}`;
}

/** Percent-encoded, lone surrogates as what they become. */
const safely = (value: string) => encodeURIComponent(value.toWellFormed());
