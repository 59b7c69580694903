import type * as z from "zod/mini";
import { fileKinds, type Call, type FileKind } from "./call.ts";
import { calls } from "./calls.ts";
import { errorCodes, errorCodesOf, type ErrorCode } from "./error-codes.ts";
import { everyExample as examples } from "./openapi-every-example.ts";
import { schemaBook, type JsonSchema } from "./openapi-schemas.ts";

/** The version of the calls: raised by the second number when something is added. */
const apiVersion = "1.0.0";

/** Addresses that begin like this are about this noun; the first that fits counts. */
const tags: readonly [prefix: string, tag: string, description: string][] = [
  ["/auth", "Sign-in", "A mobile number and a one-time code give a pair of tokens."],
  ["/platform", "Platform", "Fees and limits of this installation."],
  ["/banks", "Platform", ""],
  ["/wallet/bank-accounts", "Bank accounts", "Accounts from which deposits are accepted."],
  [
    "/wallet/virtual-accounts",
    "Virtual accounts",
    "Account numbers that credit their tenant by themselves.",
  ],
  ["/wallet/deposit", "Deposits", "Bank transfers that are credited once approved."],
  ["/wallet", "Wallet", "The balance and every movement of it."],
  ["/payouts", "Payouts", "Money sent to a bank account or a UPI id, each with its own code."],
  ["/notifications", "Notifications", "What happened to the account, and what of it was read."],
  ["/events", "Live updates", "What changes, told as it changes."],
  ["/exports", "Exports", "Histories that are exported in the background and kept for a week."],
  ["/reports", "Reports", "Statement of account and GST summary, on the page and as files."],
  ["/super-admin/bank-accounts", "Bank accounts", ""],
  ["/super-admin/deposits", "Deposits", ""],
  ["/super-admin/virtual-accounts", "Virtual accounts", ""],
  ["/super-admin/suspense", "Suspense", "Money that arrived and could not be credited by itself."],
  [
    "/super-admin/statement-imports",
    "Bank statement import",
    "Lines of the receiving account, matched with deposit requests.",
  ],
  ["/super-admin/statement-lines", "Bank statement import", ""],
  ["/super-admin/tenants", "Tenants", "The businesses that have a wallet."],
  ["/super-admin/viewings", "Tenants", ""],
  ["/super-admin/analytics", "Analytics", "All payouts, what they earned, and money that is held."],
  ["/super-admin/reports", "Platform reports", "Files over all tenants, made in the background."],
  ["/super-admin/settings", "Settings", "What the installation charges, allows, and is called."],
  ["/super-admin/audit-log", "Security log", "Who did what, from where, in one unbroken chain."],
  ["/super-admin/activity", "Activity", "What happens now, and what may be done about it."],
  ["/super-admin/credentials", "Credentials", "What providers and SMS gateways know us by."],
  ["/super-admin/payout", "Activity", ""],
  ["/super-admin/providers", "Payment gateway", "The rails that payouts take."],
  ["/super-admin/webhooks", "Webhooks", "What providers told us by themselves."],
  ["/super-admin/sms-gateways", "SMS gateways", "Who texts the codes, and how that goes."],
  ["/super-admin/system", "Activity", ""],
  ["/super-admin/database", "Database", "How PostgreSQL is, part by part."],
  ["/super-admin/books", "Books", "Whether the books are right: sums, providers, verifications."],
  [
    "/super-admin/reconciliation",
    "Reconciliation",
    "Our payouts of a day held against a provider's own record.",
  ],
  ["/sandbox", "Sandbox", "Stands in for the outside world; absent in production."],
];

const introduction = `The calls between Rokad's console and its server, open to integrators.

Amounts in answers are whole paise with a currency: \`{"amount": 150615, "currency": "INR"}\` is
₹1,506.15. Amounts in requests are rupees with at most two decimals. Instants are ISO 8601 in UTC;
days in filters are days in Asia/Kolkata, both ends included.

Every call that creates something takes an \`Idempotency-Key\`: the same key and body give the same
answer again, so that a request may be repeated after a lost connection. Every error has the same
shape, a code for programs and a sentence for the person.`;

/** The OpenAPI 3.1 document of every call: the same input always gives the same text. */
export function openApiDocument() {
  const book = schemaBook();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of inOrder(calls)) {
    const path = (paths[call.path] ??= {});
    path[call.method.toLowerCase()] = operation(call, book);
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
    tags: tags
      .filter(([, , description]) => description !== "")
      .map(([, name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access token of `POST /auth/verify-otp`, good for 15 minutes.",
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: book.components(),
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Chosen by the caller, one for each thing to create; kept for good.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,100}$" },
  example: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
};

type Book = ReturnType<typeof schemaBook>;

function operation(call: Call, book: Book) {
  const parameters = [
    ...parametersOf(call.params, "path", book),
    ...parametersOf(call.query, "query", book),
    ...(call.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(call.answer === "file" ? [range, ifRange] : []),
  ];
  return {
    operationId: call.name,
    summary: call.summary,
    ...describe(call),
    tags: [tagOf(call)[1]],
    ...(call.who === "anyone" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: requestBody(call, call.body, book) }),
    responses: {
      [call.status ?? 200]: success(call, book),
      ...(call.answer === "file" && { 206: part(call, book) }),
      ...refusals(call, book),
    },
  };
}

function describe(call: Call) {
  const topics = call.changesWith?.map((topic) => `\`${topic}\``).join(", ");
  const sentences = [
    call.feature && `Needs the feature \`${call.feature}\`.`,
    topics && `Worth asking again after a live event that names ${topics}.`,
    call.answer === "events" && eventsDescription,
  ].filter((sentence) => sentence !== undefined && sentence !== false);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

const eventsDescription = `\`ready\` comes first and says how many
milliseconds ago each topic last changed, as far as the server has heard: ask again for what you
asked for before that. \`change\` names what has changed and holds no
amounts, names or ids: ask the calls that say they change with it. All topics are named when some
events may have been missed. A comment line comes every 20 seconds. The stream ends when the access
token runs out or the session is over: open it again with a fresh token, and ask for everything
anew, because nothing is repeated.`;

function parametersOf(schema: z.ZodMiniType | undefined, where: "path" | "query", book: Book) {
  const { properties = {}, required = [] } = schema ? book.request(schema) : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function requestBody(call: Call, body: z.ZodMiniType, book: Book) {
  const schema: JsonSchema = book.request(body);
  const example = examples[call.name]?.request;
  // A body without required fields, as of an approval, may be left out altogether.
  const required = schema.required !== undefined || schema.oneOf !== undefined;
  return {
    required,
    content: { "application/json": { schema, ...(example !== undefined && { example }) } },
  };
}

const range = {
  name: "Range",
  in: "header",
  required: false,
  description: "One part of the file, to go on where a download broke off.",
  schema: { type: "string" },
  example: "bytes=1048576-",
};

const ifRange = {
  name: "If-Range",
  in: "header",
  required: false,
  description: "The `ETag` of the download that broke off: another file is sent whole.",
  schema: { type: "string" },
};

const acceptRanges = { schema: { type: "string", const: "bytes" } };
const etag = { description: "Names these very bytes", schema: { type: "string" } };

/** What `Range` asked for, of a file that is whole already. */
function part(call: Call, book: Book) {
  const { headers, ...whole } = success(call, book);
  const contentRange = { schema: { type: "string" }, example: "bytes 1048576-2097151/2097152" };
  return {
    ...whole,
    description: "The part that was asked for",
    headers: { ...headers, "Content-Range": contentRange },
  };
}

const rowCount = {
  description: "How many rows the file will have, counted when it begins; not on every export",
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
  pdf: { description: "A PDF file in A4", mediaType: "application/pdf" },
};

function success(call: Call, book: Book) {
  const { answer } = call;
  if (typeof answer === "string" && answer !== "events") {
    const kinds: readonly FileKind[] = answer === "file" ? fileKinds : [answer];
    const made = kinds.map((kind) => files[kind]);
    return {
      description: made.map(({ description }) => description).join(", or "),
      headers: {
        "Content-Disposition": { schema: { type: "string" } },
        ...(answer === "csv" && { "X-Row-Count": rowCount }),
        ...(answer === "file" && { "Accept-Ranges": acceptRanges, ETag: etag }),
      },
      content: Object.fromEntries(
        made.map(({ mediaType }) => [mediaType, { schema: { type: "string" } }]),
      ),
    };
  }
  if (answer === "events") {
    return {
      description: "A stream of server-sent events",
      content: { "text/event-stream": { schema: { type: "string" }, example: eventsExample } },
    };
  }
  const example = examples[call.name]?.answer;
  const schema = book.answer(answer);
  return {
    description: call.status === 201 ? "Created" : "Done",
    content: { "application/json": { schema, ...(example !== undefined && { example }) } },
  };
}

const eventsExample =
  'event: ready\ndata: {"changed_ms_ago":{"payouts":1840,"wallet":1840,"deposits":60000}}\n\nevent: change\ndata: {"changed":["payouts","wallet"]}\n\n';

function refusals(call: Call, book: Book) {
  const byStatus = Map.groupBy(errorCodesOf(call), (code) => errorCodes[code][0]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [status, refusal(codes, book)]),
  );
}

function refusal(codes: readonly ErrorCode[], book: Book) {
  const waits = codes.some((code) => errorCodes[code][0] === 429 || errorCodes[code][0] === 503);
  const seconds = { description: "Seconds to wait", schema: { type: "integer" } };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join("\n\n"),
    ...(waits && { headers: { "Retry-After": seconds } }),
    content: { "application/json": { schema: book.error() } },
  };
}

function inOrder(all: readonly Call[]): Call[] {
  const rank = (call: Call) => tags.indexOf(tagOf(call));
  return all.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

function tagOf(call: Call): (typeof tags)[number] {
  const tag = tags.find(([prefix]) => call.path.startsWith(prefix));
  if (!tag) throw new Error(`${call.path} has no tag: add one to openapi.ts`);
  return tag;
}
