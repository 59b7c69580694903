import { isReading, type Call } from "@rokad/contract/call";
import { rolesWith } from "@rokad/contract/roles";
import { includesFeature } from "@rokad/contract/feature-permissions";
import type { FastifyRequest } from "fastify";
import type { File } from "../files/send-file.ts";
import {
  closedToKeys,
  featureNotEnabled,
  forbidden,
  forbiddenWithout,
  notSignedIn,
  onlyForKeys,
  readOnlyView,
  scopeMissing,
  type ApiError,
} from "../kernel/errors.ts";
import { mayDo } from "../kernel/permissions.ts";
import { isSuperAdmin, isTenant, type Person, type RequestOrigin } from "../kernel/person.ts";
import type { AnsweredRequest } from "./answered-request.ts";
import type { RequireSignature } from "./with-signature.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request, also if they may not; null until they are found. */
    person: Person | null;
  }
}

/** Authentication and the export log, which the floor above provides. */
export interface RequestGuard {
  /** @returns undefined if the token is invalid or expired. */
  readonly readAccessToken: (
    token: string,
  ) => { readonly sessionId: string; readonly endsAt: Date } | undefined;
  /** @returns the person of an open session or read-only view; undefined if there is none. */
  readonly findSession: (sessionId: string) => Promise<Person | undefined>;
  /**
   * @returns who an API key acts for, and what is left of its limit.
   * @throws 401, 403 or 429 for a key that can't be used now, with the reason.
   */
  readonly findKey: (
    secret: string,
    call: string,
    origin: RequestOrigin,
    /** The request was authorised before, and counted: before its large body was read. */
    isAgain: boolean,
  ) => Promise<{
    readonly person: Person;
    readonly headers?: Readonly<Record<string, string>>;
  }>;
  /** Adds to the request log of the business that has the key; nobody has an unknown secret. */
  readonly recordRequest: (secret: string, request: AnsweredRequest) => void;
  readonly requireSignature: RequireSignature;
  /** @throws 429 if the person has downloaded too many files in this hour. */
  readonly assertExportsLeft: (person: Person | undefined) => Promise<void>;
  /**
   * Counts and records a download before the first byte is sent.
   * @throws 429 as above, for downloads that start together.
   */
  readonly recordExport: (
    call: string,
    file: File,
    request: {
      readonly person: Person | undefined;
      readonly params: unknown;
      readonly query: unknown;
      readonly origin: RequestOrigin;
    },
  ) => Promise<void>;
  /** Records an error that says that the person may not do this, or sent a wrong code. */
  readonly recordRefusal: (
    error: unknown,
    call: Call,
    person: Person,
    origin: RequestOrigin,
  ) => Promise<void>;
}

interface Authorized {
  readonly person: Person | undefined;
  /** Of a person's request; undefined for an API key's. */
  readonly token?: ReturnType<RequestGuard["readAccessToken"]>;
  /** Of an API key's request: what is left of its limit. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Finds the person of a session, or who an API key acts for, and checks that they may make the call.
 * @throws 401 without a session or with an unusable key; 403 for a wrong role, for a change in a
 *   read-only view, for roles without the permission, for a key without a scope or from another
 *   address, and for a feature that the tenant does not have.
 */
export async function authorize(
  guard: RequestGuard,
  request: FastifyRequest,
  call: Call,
): Promise<Authorized> {
  const key = apiKeyOf(request);
  const origin = originOf(request);
  // Public calls have no use for a key.
  if (key !== undefined && call.who === "anyone") return { person: undefined };
  // Not even looked up: whether a key exists is nobody's business here.
  if (key !== undefined && !call.scopes) throw closedToKeys();
  const found: Authorized =
    key === undefined
      ? await findPerson(guard, bearerOf(request))
      : await guard.findKey(key, call.name, origin, request.person !== null);
  const { person } = found;
  request.person = person ?? null;
  // A read-only view counts as no person in public calls, such as a sign-out.
  if (call.who === "anyone") return person?.isViewed ? { ...found, person: undefined } : found;
  if (!person) throw notSignedIn();
  const error = refusalOf(person, call);
  if (!error) return found;
  await guard.recordRefusal(error, call, person, origin);
  throw error;
}

/** What the secret of every API key starts with; an access token never does. */
const apiKeyPrefix = "rk_";

/** The secret of the API key that a request came with, not yet checked. */
export function apiKeyOf(request: FastifyRequest): string | undefined {
  const bearer = bearerOf(request);
  return bearer?.startsWith(apiKeyPrefix) ? bearer : undefined;
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

async function findPerson(guard: RequestGuard, bearer: string | undefined): Promise<Authorized> {
  const token = bearer === undefined ? undefined : guard.readAccessToken(bearer);
  return { person: token && (await guard.findSession(token.sessionId)), token };
}

function refusalOf(person: Person, call: Call): ApiError | undefined {
  if (call.who === "tenant" && !isTenant(person)) return forbidden();
  if (call.who === "superadmin" && !isSuperAdmin(person)) return forbidden();
  if (person.apiKey) return refusalOfKey(person, person.apiKey.scopes, call);
  if (call.who === "key") return onlyForKeys();
  if (person.isViewed && !isReading(call)) return readOnlyView();
  if (call.needs && !mayDo(person, call.needs))
    return forbiddenWithout(rolesWith(call.needs, person.role));
  const features = isTenant(person) ? person.features : [];
  if (call.feature && !includesFeature(features, call.feature)) return featureNotEnabled();
  return undefined;
}

function refusalOfKey(person: Person, scopes: readonly string[], call: Call): ApiError | undefined {
  const needed = call.scopes ?? [];
  const features = isTenant(person) ? person.features : [];
  if (!needed.some((scope) => scopes.includes(scope))) return scopeMissing(needed);
  const isEnabled =
    features.includes("api_access") && (!call.feature || includesFeature(features, call.feature));
  return isEnabled ? undefined : featureNotEnabled();
}

/** Where a request came from. */
export function originOf(request: FastifyRequest): RequestOrigin {
  // Undefined, against its type, once the client has gone.
  const address = (request.ip as string | undefined) ?? "unknown";
  return { address, userAgent: request.headers["user-agent"] };
}
