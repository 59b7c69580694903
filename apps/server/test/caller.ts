import type { Answer, Call, ErrorAnswer, Input } from "@rokad/contract/call";
import type * as activityLists from "@rokad/contract/activity-lists";
import type * as bankAccountReviews from "@rokad/contract/bank-account-reviews";
import type * as activity from "@rokad/contract/activity";
import type * as bankAccounts from "@rokad/contract/bank-accounts";
import type * as credentials from "@rokad/contract/credentials";
import type * as depositReviews from "@rokad/contract/deposit-reviews";
import type * as deposits from "@rokad/contract/deposits";
import type * as gateway from "@rokad/contract/gateway";
import type * as notifications from "@rokad/contract/notifications";
import type * as payoutAnalytics from "@rokad/contract/payout-analytics";
import type * as payoutOutcomes from "@rokad/contract/payout-outcomes";
import type * as payouts from "@rokad/contract/payouts";
import type * as platform from "@rokad/contract/platform";
import type * as reconciliation from "@rokad/contract/reconciliation";
import type * as reports from "@rokad/contract/reports";
import type * as sandbox from "@rokad/contract/sandbox";
import type * as settings from "@rokad/contract/settings";
import type * as securityLog from "@rokad/contract/security-log";
import type * as signIn from "@rokad/contract/sign-in";
import type * as smsGateways from "@rokad/contract/sms-gateways";
import type * as statementImport from "@rokad/contract/statement-import";
import type * as tenants from "@rokad/contract/tenants";
import type * as wallet from "@rokad/contract/wallet";
import type { FastifyInstance } from "fastify";

type CallIn<Noun> = Extract<Noun[keyof Noun], Call>;
type AnyCall =
  | CallIn<typeof activity>
  | CallIn<typeof activityLists>
  | CallIn<typeof bankAccounts>
  | CallIn<typeof bankAccountReviews>
  | CallIn<typeof deposits>
  | CallIn<typeof credentials>
  | CallIn<typeof depositReviews>
  | CallIn<typeof gateway>
  | CallIn<typeof notifications>
  | CallIn<typeof payouts>
  | CallIn<typeof payoutOutcomes>
  | CallIn<typeof payoutAnalytics>
  | CallIn<typeof platform>
  | CallIn<typeof reconciliation>
  | CallIn<typeof reports>
  | CallIn<typeof sandbox>
  | CallIn<typeof settings>
  | CallIn<typeof securityLog>
  | CallIn<typeof signIn>
  | CallIn<typeof smsGateways>
  | CallIn<typeof statementImport>
  | CallIn<typeof tenants>
  | CallIn<typeof wallet>;

/** `/payouts/{id}` as the type of every address that it stands for. */
type Pattern<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Pattern<After>}`
  : Path;

type Similar<C, Path> = C extends Call ? (Path extends Pattern<C["path"]> ? C : never) : never;
type OfMethod<Method> = Extract<AnyCall, { method: Method }>;
/** The call behind an address: `/payouts/summary` is itself before it is some `/payouts/{id}`. */
type CallAt<Method, Path> = [Extract<OfMethod<Method>, { path: Path }>] extends [never]
  ? Similar<OfMethod<Method>, Path>
  : Extract<OfMethod<Method>, { path: Path }>;

type Refused = { error: ErrorAnswer["error"] & { fields: Record<string, string> } };

/** What came back over HTTP. A test knows whether it was an answer or a refusal. */
export interface Heard<C extends Call = never> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Omit<Answer<C>, "success"> & Refused;
}

export interface Sending {
  /** The `Idempotency-Key`. */
  readonly key?: string | undefined;
}

/** Somebody with or without a token who speaks HTTP to the app. */
export type Caller = ReturnType<typeof callerOf>;

/**
 * @param app what is spoken to, by `inject`: the whole server but its socket.
 * @param token the access token of somebody who is signed in.
 * @param check runs after each answer and throws when the answer was not as the contract has it.
 */
export function callerOf(app: FastifyInstance, token: string | undefined, check: () => void) {
  return {
    get<const P extends string>(path: P, query: Readonly<Record<string, string>> = {}) {
      return send<CallAt<"GET", P>>("GET", addressOf(path, {}, query));
    },
    post<const P extends string>(path: P, body?: unknown, sending?: Sending) {
      return send<CallAt<"POST", P>>("POST", path, body, sending);
    },
    put<const P extends string>(path: P, body: unknown) {
      return send<CallAt<"PUT", P>>("PUT", path, body);
    },
    patch<const P extends string>(path: P, body: unknown) {
      return send<CallAt<"PATCH", P>>("PATCH", path, body);
    },
    delete<const P extends string>(path: P) {
      return send<CallAt<"DELETE", P>>("DELETE", path);
    },

    /** Makes a call that must succeed, and gives its answer. */
    async ask<C extends Call>(call: C, input: Input<C>, sending?: Sending): Promise<Answer<C>> {
      const path = addressOf(call.path, input.params ?? {}, input.query ?? {});
      const heard = await send<C>(call.method, path, input.body, sending);
      if (heard.status >= 400) throw new Error(`${call.name}: ${heard.status} ${heard.text}`);
      return heard.body as unknown as Answer<C>;
    },
  };

  async function send<C extends Call>(
    method: Call["method"],
    path: string,
    body?: unknown,
    { key }: Sending = {},
  ): Promise<Heard<C>> {
    const { statusCode, headers, payload } = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { "idempotency-key": key }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    check();
    const isJson = String(headers["content-type"]).startsWith("application/json");
    const parsed = (isJson ? JSON.parse(payload) : {}) as Heard<C>["body"];
    return { status: statusCode, headers, text: payload, body: parsed };
  }
}

function addressOf(path: string, params: object, query: object): string {
  const given = new Map(Object.entries(params));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, String(value));
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given.get(name)));
  return asked.size > 0 ? `${address}?${asked.toString()}` : address;
}
