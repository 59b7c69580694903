import type { FastifyInstance } from "fastify";
import { ApiError } from "../kernel/errors.ts";

/**
 * Parses JSON bodies without changing an amount. `1e3` and `100.000000000000001` are valid JSON, but
 * a double would turn them into 1000 and 100. They become NaN, which every rule rejects.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Removes Fastify's parsers for JSON and plain text.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = body as string;
    if (text === "") return done(null, undefined);
    try {
      done(null, unusualNumber.test(text) ? JSON.parse(text, replaceUnusual) : JSON.parse(text));
    } catch {
      done(new ApiError(400, "INVALID_JSON", "The request body is not valid JSON"));
    }
  });
}

/**
 * A fast check; a match inside a string only costs the slower parse. Numbers follow one of these
 * characters; digits in a token or an id rarely do.
 */
const unusualNumber = /(?:^|[:,[])[ \t\n\r]*-?(?:\d+(?:\.\d+)?[eE]|\d+\.\d{3}|\d{15})|__proto__/;

function replaceUnusual(this: unknown, key: string, value: unknown, context?: { source: string }) {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || context === undefined) return value;
  return String(value) === context.source ? value : Number.NaN;
}
