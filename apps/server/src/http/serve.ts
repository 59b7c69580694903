import type { Readable } from "node:stream";
import {
  isFileCall,
  stepUpHeader,
  confirmWithHeader,
  takesSignature,
  type Answer,
  type Call,
  type FileKind,
} from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { ApiError, invalidInput } from "../kernel/errors.ts";
import { sendFile, type File } from "../files/send-file.ts";
import type { Person, RequestOrigin, SuperAdmin, Tenant } from "../kernel/person.ts";
import { authorize, originOf, type RequestGuard } from "./authorize.ts";
import { isReplayed } from "./replayed.ts";
import { defaultValidationMessage } from "./default-validation-message.ts";
import { withSignature, type SignedSummary } from "./with-signature.ts";

type PersonFor<C extends Call> = PersonOf<C["who"]>;

/** Distributes, so that one of two calls has the person of either. */
type PersonOf<W extends Call["who"]> = W extends "tenant" | "key"
  ? Tenant
  : W extends "superadmin"
    ? SuperAdmin
    : W extends "person"
      ? Person
      : Person | undefined;

type Parsed<C extends Call, K extends "params" | "query" | "body"> = C[K] extends z.ZodMiniType
  ? z.output<C[K]>
  : undefined;

/** An authorised request with valid input. */
export interface CallRequest<C extends Call> {
  readonly person: PersonFor<C>;
  readonly params: Parsed<C, "params">;
  readonly query: Parsed<C, "query">;
  readonly body: Parsed<C, "body">;
  readonly idempotencyKey: string | undefined;
  readonly origin: RequestOrigin;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** Sets a cookie with the answer; over HTTPS only if the request came over HTTPS. */
  readonly setCookie: (cookie: string) => void;
  /** Expiry of the request's access token; undefined without one. */
  readonly tokenExpiresAt: Date | undefined;
  readonly proof: PresentedProof;
}

/** The header `DPoP` of a request, not yet verified, and what its proof must be for. */
export interface PresentedProof {
  /** Undefined without the header. */
  readonly jwt: string | undefined;
  readonly method: string;
  /** As the browser sees it: a trusted proxy may name it in `X-Forwarded-Host`. */
  readonly host: string;
  readonly path: string;
}

type Reply<C extends Call> = C["answer"] extends FileKind | "file" | "document"
  ? File
  : C["answer"] extends "events"
    ? Readable
    : Omit<Answer<C>, "success">;

declare module "fastify" {
  interface FastifyInstance {
    guard: RequestGuard;
  }
}

/**
 * Registers a call of the contract as a route: authorises, validates, handles and answers.
 * @param describe what a signature of the request signs, in words; for each call that takes one.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<Reply<C>>,
  describe?: (request: CallRequest<C>) => Promise<string | SignedSummary>,
): void {
  if ((call.who === "tenant" || call.who === "superadmin") && !call.needs)
    throw new Error(`${call.name} does not say which permission it needs`);
  if (takesSignature(call) && !describe)
    throw new Error(`${call.name} does not say what is signed`);
  const answerOf = async (request: CallRequest<C>) => {
    try {
      return await handle(request);
    } catch (error) {
      // A wrong code: the call's own transaction is over, and the record has its own.
      if (request.person)
        await app.guard.recordRefusal(error, call, request.person, request.origin);
      throw error;
    }
  };
  app.route({
    method: call.method,
    url: `/api/v1${call.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    config: { call },
    ...(call.bodyBytesMax && {
      bodyLimit: call.bodyBytesMax,
      // Authorised before a large body is read, so that a stranger can't fill the memory.
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const { headers } = await authorize(app.guard, request, call);
        if (headers) reply.headers(headers);
      },
    }),
    handler: async (request, reply) => {
      const origin = originOf(request);
      const { person, token, headers } = await authorize(app.guard, request, call);
      if (headers) reply.headers(headers);
      const callRequest = {
        person: person && { ...person, from: origin, ...confirmation(request) },
        params: parse(call.params, request.params),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? {}),
        idempotencyKey: call.idempotent ? idempotencyKey(request, person) : undefined,
        origin,
        cookies: request.headers.cookie,
        setCookie: (cookie: string) =>
          void reply.header(
            "set-cookie",
            request.protocol === "https" ? `${cookie}; Secure` : cookie,
          ),
        tokenExpiresAt: token?.endsAt,
        proof: presentedProof(request, call),
      };
      const typedRequest = callRequest as CallRequest<C>;
      const signed = {
        ...callRequest,
        call,
        header: request.headers[stepUpHeader],
        describe: (body: unknown) =>
          describe?.({ ...typedRequest, body: body as Parsed<C, "body"> }) ??
          Promise.resolve(call.name),
      };
      const carryOut = () => withSignature(app.guard, signed, () => answerOf(typedRequest));
      if (isFileCall(call)) {
        await app.guard.assertExportsLeft(callRequest.person);
        const file = (await carryOut()) as File;
        await app.guard.recordExport(call.name, file, callRequest);
        return sendFile(request, reply, call, file);
      }
      const answer = await carryOut();
      if (isReplayed(callRequest.person)) reply.header("idempotency-replayed", "true");
      return call.answer === "events"
        ? sendEvents(reply, answer as Readable)
        : reply.code(call.status ?? 200).send({ success: true, ...answer });
    },
  });
}

/** Whether the person confirms with a passkey instead of a texted code. */
function confirmation({ headers }: FastifyRequest): Pick<Person, "withPasskey"> {
  return headers[confirmWithHeader] === "passkey" ? { withPasskey: true } : {};
}

function presentedProof(request: FastifyRequest, call: Call): PresentedProof {
  const { dpop } = request.headers;
  return {
    jwt: dpop === undefined ? undefined : String(dpop),
    method: call.method,
    host: request.host,
    path: `/api/v1${call.path}`,
  };
}

/** @throws 400 with the first message of each field, for a limited number of fields. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: defaultValidationMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  // A body of 100 kB can have 50,000 errors, and all messages would be megabytes.
  for (const issue of parsed.error.issues.slice(0, limits.errorFieldsMax)) {
    fields[issue.path.join(".") || "body"] ??= issue.message;
  }
  throw invalidInput(fields);
}

/** @throws 400 for a key of another form, and without one from a program, which would retry. */
function idempotencyKey(request: FastifyRequest, person: Person | undefined): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) {
    if (!person?.apiKey) return undefined;
    throw new ApiError(
      400,
      "IDEMPOTENCY_KEY_REQUIRED",
      "Send Idempotency-Key: a new one for each item, the same one when you repeat a request.",
    );
  }
  if (typeof key === "string" && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw new ApiError(
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
      // nginx and compatible proxies would buffer the events.
      .header("x-accel-buffering", "no")
      // A connection that stays open after the stream would delay a shutdown.
      .header("connection", "close")
      .send(events)
  );
}
