import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";

/**
 * Reads JSON so that no amount changes on the way in. `1e3` and `100.000000000000001` are valid
 * JSON, but a double would quietly make them 1000 and 100; such a number arrives as NaN, which
 * every rule refuses with its own sentence.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Fastify's own, of JSON and plain text: nothing but JSON is read here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = body as string;
    if (text === "") return done(null, undefined);
    try {
      done(null, unusualNumber.test(text) ? JSON.parse(text, refuseUnusual) : JSON.parse(text));
    } catch {
      done(new Refusal(400, "INVALID_JSON", "The request body is not valid JSON"));
    }
  });
}

/**
 * Cheap to look for; a hit inside a string only costs the slower parse. A number stands behind one
 * of these characters, and the letters and digits of a token or an id hardly ever do.
 */
const unusualNumber = /(?:^|[:,[])[ \t\n\r]*-?(?:\d+(?:\.\d+)?[eE]|\d+\.\d{3}|\d{15})|__proto__/;

function refuseUnusual(this: unknown, key: string, value: unknown, context?: { source: string }) {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || context === undefined) return value;
  return String(value) === context.source ? value : Number.NaN;
}
