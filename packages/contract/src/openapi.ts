import type * as z from "zod/mini";
import { documentKinds, fileKinds, takesSignature, type Call, type FileKind } from "./call.ts";
import { calls } from "./calls.ts";
import { errorCodesOf } from "./call-errors.ts";
import { errorCodes, type ErrorCode } from "./error-codes.ts";
import { exampleOf } from "./openapi-example.ts";
import { schemaBook, type SchemaBook } from "./openapi-schemas.ts";
import { describe, mayBeMadeByKey, securityOf } from "./openapi-describe.ts";
import { tags } from "./tags.ts";
import { confirmWith, idempotencyKey, proof, stepUp } from "./openapi-headers.ts";

/** The version of the calls. An addition raises the second number. */
const apiVersion = "1.0.0";

const introduction = `The calls between Rokad's console and its server, open to integrators.

Amounts in answers are whole paise with a currency: \`{"amount": 150615, "currency": "INR"}\` is
₹1,506.15. Amounts in requests are rupees with at most two decimals. Timestamps are ISO 8601 in UTC;
days in filters are days in Asia/Kolkata, both ends included.

A client that signs in keeps cookies: \`POST /auth/send-otp\` sets \`rokad_browser\`, and its code works
only together with it. All other calls take an access token.

A program uses an API key instead: each call names the scopes that open it. A key makes no keys, and
changes nothing that people sign.

A call that creates something accepts an \`Idempotency-Key\`: the same key and body return the first
answer again, so it is safe to repeat a request after a lost connection. Programs must send it. Every error has the same
shape: a code for programs and a sentence for the person.`;

/** The OpenAPI 3.1 document of every call. Deterministic: openapi.json is its snapshot. */
export function openApiDocument() {
  const book = schemaBook();
  const errors = errorResponses(book);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of inOrder(calls)) {
    const path = (paths[call.path] ??= {});
    path[call.method.toLowerCase()] = operation(call, book, errors);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Rokad API",
      version: apiVersion,
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1", description: "This installation" }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access token of `POST /auth/verify-otp`, valid for 5 minutes.",
        },
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "rk_test_… or rk_live_…",
          description: "The secret of an API key, from the console's page Developers.",
        },
      },
      parameters: {
        IdempotencyKey: idempotencyKey,
        StepUp: stepUp,
        ConfirmWith: confirmWith,
        Proof: proof,
      },
      responses: errors.components(),
      schemas: book.components(),
    },
  };
}

function operation(call: Call, book: SchemaBook, errors: ErrorResponses) {
  const parameters = [
    ...parametersOf(call.params, "path", book),
    ...parametersOf(call.query, "query", book),
    ...(call.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(takesSignature(call) ? [{ $ref: "#/components/parameters/StepUp" }] : []),
    ...(call.errors?.includes("PASSKEY_REQUIRED")
      ? [{ $ref: "#/components/parameters/ConfirmWith" }]
      : []),
    ...(call.proof ? [{ $ref: "#/components/parameters/Proof" }] : []),
    ...(call.answer === "file" ? [range, ifRange] : []),
  ];
  return {
    operationId: call.name,
    summary: call.summary,
    ...describe(call),
    tags: [call.tag],
    ...securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: requestBody(call, call.body, book) }),
    responses: {
      [call.status ?? 200]: success(call, book),
      ...(call.answer === "file" && { 206: part(call, book) }),
      ...errors.of(call),
    },
  };
}

function parametersOf(
  schema: z.ZodMiniType | undefined,
  where: "path" | "query",
  book: SchemaBook,
) {
  const { properties = {}, required = [] } = schema ? book.request(schema) : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    ...((where === "path" || required.includes(name)) && { required: true }),
    schema: property,
  }));
}

function requestBody(call: Call, body: z.ZodMiniType, book: SchemaBook) {
  const schema = book.body(`${capitalised(call.name)}Request`, body);
  const { required, oneOf, allOf } = book.resolve(schema);
  return {
    // A body without required fields, such as an approval's, may be left out.
    required: (required ?? oneOf ?? allOf) !== undefined,
    content: {
      "application/json": {
        schema,
        ...exampleIn(call, "request", () => exampleOf(schema, { book, withOptional: true })),
      },
    },
  };
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const range = {
  name: "Range",
  in: "header",
  description: "One part of the file, to resume an interrupted download.",
  schema: { type: "string" },
  example: "bytes=1048576-",
};

const ifRange = {
  name: "If-Range",
  in: "header",
  description: "The `ETag` of the interrupted download: a changed file is sent from the start.",
  schema: { type: "string" },
};

const acceptRanges = { schema: { type: "string", const: "bytes" } };
const etag = { description: "Identifies this version of the file", schema: { type: "string" } };

/** The answer to a request with `Range`. */
function part(call: Call, book: SchemaBook) {
  const { headers, ...whole } = success(call, book);
  const contentRange = { schema: { type: "string" }, example: "bytes 1048576-2097151/2097152" };
  return {
    ...whole,
    description: "The requested part of the file",
    headers: { ...headers, "Content-Range": contentRange },
  };
}

const rowCount = {
  description: "The number of rows in the file, counted at its start; not sent by every export",
  schema: { type: "integer" },
};

const files = {
  csv: {
    description: "A CSV file with a header line, UTF-8 with a byte order mark",
    mediaType: "text/csv",
  },
  xlsx: {
    description: "An Excel workbook",
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  xml: { description: "An XML file, UTF-8", mediaType: "text/xml" },
  pdf: { description: "A PDF file", mediaType: "application/pdf" },
  png: { description: "A PNG image", mediaType: "image/png" },
  jpeg: { description: "A JPEG image", mediaType: "image/jpeg" },
};

function success(call: Call, book: SchemaBook) {
  const { answer } = call;
  if (typeof answer === "string" && answer !== "events") {
    const kinds: readonly FileKind[] =
      answer === "file" ? fileKinds : answer === "document" ? documentKinds : [answer];
    const documented = kinds.map((kind) => files[kind]);
    return {
      description: documented.map(({ description }) => description).join(", or "),
      headers: {
        "Content-Disposition": { schema: { type: "string" } },
        ...(answer === "csv" && { "X-Row-Count": rowCount }),
        ...(answer === "file" && { "Accept-Ranges": acceptRanges, ETag: etag }),
      },
      content: Object.fromEntries(
        documented.map(({ mediaType }) => [mediaType, { schema: { type: "string" } }]),
      ),
    };
  }
  if (answer === "events") {
    return {
      description: "A stream of server-sent events",
      content: { "text/event-stream": { schema: { type: "string" }, example: eventsExample } },
    };
  }
  const schema = book.answer(answer);
  const example = exampleIn(call, "answer", () => exampleOf(schema, { book, withOptional: false }));
  return {
    description: call.status === 201 ? "Created" : "Done",
    content: { "application/json": { schema, ...example } },
  };
}

/** An example by hand; otherwise one from the schema, where programs make the call. */
function exampleIn(call: Call, side: "request" | "answer", derive: () => unknown) {
  const example = call.example?.[side] ?? (mayBeMadeByKey(call) ? derive() : undefined);
  return example === undefined ? {} : { example };
}

const eventsExample =
  'event: ready\ndata: {"changed_ms_ago":{"payouts":1840,"wallet":1840,"deposits":60000}}\n\nevent: change\ndata: {"changed":["payouts","wallet"]}\n\n';

type ErrorResponses = ReturnType<typeof errorResponses>;

/** A component for each set of codes that calls share, so that the document says each once. */
function errorResponses(book: SchemaBook) {
  const components = new Map<string, unknown>();

  function reference(codes: readonly ErrorCode[]) {
    const name = codes.map(pascalCase).join("Or");
    if (!components.has(name)) components.set(name, errorResponse(codes, book));
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    of(call: Call) {
      const byStatus = Map.groupBy(errorCodesOf(call).toSorted(), (code) => errorCodes[code][0]);
      return Object.fromEntries(
        [...byStatus]
          .toSorted(([a], [b]) => a - b)
          .map(([status, codes]) => [status, reference(codes)]),
      );
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function errorResponse(codes: readonly ErrorCode[], book: SchemaBook) {
  const waits = codes.some((code) => errorCodes[code][0] === 429 || errorCodes[code][0] === 503);
  const seconds = { description: "Seconds to wait", schema: { type: "integer" } };
  const ofThese = {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code"],
        properties: { code: { type: "string", enum: codes } },
      },
    },
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join("\n\n"),
    ...(waits && { headers: { "Retry-After": seconds } }),
    content: { "application/json": { schema: { allOf: [book.error(), ofThese] } } },
  };
}

/** `NOT_FOUND` → `NotFound`. */
function pascalCase(code: string): string {
  return code
    .split("_")
    .map((word) => capitalised(word.toLowerCase()))
    .join("");
}

function inOrder(all: readonly Call[]): Call[] {
  const order = Object.keys(tags);
  const rank = ({ tag }: Call) => order.indexOf(tag);
  return all.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
