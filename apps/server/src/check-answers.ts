import { isDeepStrictEqual } from "node:util";
import { errorAnswer, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { errorCodes, errorCodesOf, isErrorCode } from "@rokad/contract/error-codes";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The contract's call behind this route; unset on pages, files and health checks. */
    call?: Call;
  }
}

/**
 * Compares what leaves the server with the contract, for tests: a field too many or too few, an
 * error that the call does not tell of, a route that no call declares.
 */
export function checkAnswers(app: FastifyInstance, complain: (what: string) => void): void {
  app.addHook("onRoute", ({ config, url }) => {
    if (config?.call && !calls.includes(config.call)) complain(`${url} is not in calls.ts`);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { call } = request.routeOptions.config;
    if (!call || typeof payload !== "string") return;
    const status = reply.statusCode;
    const answer: unknown = JSON.parse(payload);
    const wrong =
      status < 400 ? wrongAnswer(call, status, answer) : wrongError(call, status, answer);
    if (wrong) complain(`${call.name} answered ${status} ${payload}: ${wrong}`);
  });
}

function wrongAnswer(call: Call, status: number, answer: unknown): string | undefined {
  if (typeof call.answer === "string") return "This is no file or stream";
  if (status !== (call.status ?? 200)) return "It has another status than declared";
  const parsed = call.answer.safeParse(answer);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  // Parsing drops what the schema does not know: a difference is a field that is told to nobody.
  return isDeepStrictEqual(parsed.data, answer) ? undefined : "It has fields that are not declared";
}

function wrongError(call: Call, status: number, answer: unknown): string | undefined {
  const parsed = errorAnswer.safeParse(answer);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  const { code } = parsed.data.error;
  if (!isErrorCode(code)) return `${code} is not in error-codes.ts`;
  if (!errorCodesOf(call).includes(code)) return `${code} is not among the call's errors`;
  return errorCodes[code][0] === status ? undefined : `${code} should be ${errorCodes[code][0]}`;
}
