import type { Readable } from "node:stream";
import { isFileCall, isReading, type Answer, type Call, type FileKind } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { countExport, recordExport } from "./audit/record-export.ts";
import {
  featureNotEnabled,
  forbidden,
  invalid,
  notSignedIn,
  readOnlyView,
  Refusal,
} from "./errors.ts";
import { sendFile, type File } from "./send-file.ts";
import { readAccessToken } from "./sign-in/access-token.ts";
import { findSession } from "./sign-in/find-session.ts";
import type { Visitor } from "./sign-in/open-session.ts";
import {
  isSuperAdmin,
  isTenant,
  type Person,
  type SuperAdmin,
  type Tenant,
} from "./sign-in/person.ts";
import { usualSentence } from "./usual-sentence.ts";

type PersonFor<C extends Call> = C["who"] extends "tenant"
  ? Tenant
  : C["who"] extends "superadmin"
    ? SuperAdmin
    : C["who"] extends "person"
      ? Person
      : Person | undefined;

type Parsed<C extends Call, K extends "params" | "query" | "body"> = C[K] extends z.ZodMiniType
  ? z.output<C[K]>
  : undefined;

/** A request that passed: who asks is known and allowed, and the input is valid. */
export interface Ask<C extends Call> {
  readonly person: PersonFor<C>;
  readonly params: Parsed<C, "params">;
  readonly query: Parsed<C, "query">;
  readonly body: Parsed<C, "body">;
  readonly idempotencyKey: string | undefined;
  readonly visitor: Visitor;
  /** When the token that the request came with runs out; undefined without one. */
  readonly tokenEndsAt: Date | undefined;
}

type Reply<C extends Call> = C["answer"] extends FileKind | "file"
  ? File
  : C["answer"] extends "events"
    ? Readable
    : Omit<Answer<C>, "success">;

/** Makes a contract call a route: who, validate, handle, answer. */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (ask: Ask<C>) => Promise<Reply<C>>,
): void {
  app.route({
    method: call.method,
    url: `/api/v1${call.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    config: { call },
    ...(call.bodyBytesMax && {
      bodyLimit: call.bodyBytesMax,
      // Known before a large body is read, so that a stranger can't make the server hold one.
      onRequest: async (request: FastifyRequest) => {
        await whoIsAsking(accessToken(request)?.sessionId, call);
      },
    }),
    handler: async (request, reply) => {
      const token = accessToken(request);
      const visitor = { address: request.ip, userAgent: request.headers["user-agent"] };
      const person = await whoIsAsking(token?.sessionId, call);
      const ask = {
        person: person && { ...person, from: visitor },
        params: parse(call.params, request.params),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? {}),
        idempotencyKey: call.idempotent ? idempotencyKey(request) : undefined,
        visitor,
        tokenEndsAt: token?.endsAt,
      };
      if (isFileCall(call)) {
        await countExport(ask.person);
        const file = (await handle(ask as Ask<C>)) as File;
        await recordExport(call.name, file, ask);
        return sendFile(request, reply, call, file);
      }
      const answer = await handle(ask as Ask<C>);
      return call.answer === "events"
        ? sendEvents(reply, answer as Readable)
        : reply.code(call.status ?? 200).send({ success: true, ...answer });
    },
  });
}

function accessToken(request: FastifyRequest) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : readAccessToken(token);
}

/**
 * @throws 401 for nobody, 403 for the wrong role, for a super admin's look into a tenant's console
 *   that would be more than a look, and for a feature that the tenant does not have.
 */
async function whoIsAsking(sessionId: string | undefined, call: Call): Promise<Person | undefined> {
  const person = sessionId ? await findSession(sessionId) : undefined;
  // Whoever only looks is nobody where it is not asked who calls, such as at a sign-out.
  if (call.who === "anyone") return person?.isViewed ? undefined : person;
  if (!person) throw notSignedIn();
  if (call.who === "tenant" && !isTenant(person)) throw forbidden();
  if (call.who === "superadmin" && !isSuperAdmin(person)) throw forbidden();
  if (person.isViewed && !isReading(call)) throw readOnlyView();
  if (call.feature && !person.features.includes(call.feature)) throw featureNotEnabled();
  return person;
}

/** @throws 400 with the first message of each field, of as many as a person would read. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: usualSentence });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  // A body of 100 kB can be wrong at 50,000 places, and their sentences would be megabytes.
  for (const issue of parsed.error.issues.slice(0, limits.fieldsToldMax)) {
    fields[issue.path.join(".") || "body"] ??= issue.message;
  }
  throw invalid(fields);
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw new Refusal(
    400,
    "IDEMPOTENCY_KEY_INVALID",
    "Idempotency-Key must be 1 to 100 printable characters without spaces",
  );
}

function sendEvents(reply: FastifyReply, events: Readable) {
  return (
    reply
      .header("content-type", "text/event-stream; charset=utf-8")
      .header("cache-control", "no-store, no-transform")
      // nginx and those who follow it would gather the events into blocks.
      .header("x-accel-buffering", "no")
      // Kept alive after the stream's end, it would keep a server that stops from stopping.
      .header("connection", "close")
      .send(events)
  );
}
