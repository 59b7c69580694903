import { isDeepStrictEqual } from "node:util";
import { errorAnswer, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { errorCodesOf } from "@rokad/contract/call-errors";
import { errorCodes, isErrorCode } from "@rokad/contract/error-codes";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The contract's call of this route; undefined for pages, files and health checks. */
    call?: Call;
  }
}

/**
 * Compares every response with the contract, for tests: missing or additional fields, undeclared
 * errors, and routes that no call declares.
 * @param report receives a description of each violation.
 */
export function validateResponses(app: FastifyInstance, report: (what: string) => void): void {
  app.addHook("onRoute", ({ config, url }) => {
    if (config?.call && !calls.includes(config.call)) report(`${url} is not in calls.ts`);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { call } = request.routeOptions.config;
    if (!call || typeof payload !== "string") return;
    const status = reply.statusCode;
    const response: unknown = JSON.parse(payload);
    const problem =
      status < 400 ? answerProblem(call, status, response) : errorProblem(call, status, response);
    if (problem) report(`${call.name} answered ${status} ${payload}: ${problem}`);
  });
}

function answerProblem(call: Call, status: number, answer: unknown): string | undefined {
  if (typeof call.answer === "string") return "JSON instead of a file or stream";
  if (status !== (call.status ?? 200)) return "undeclared status";
  const parsed = call.answer.safeParse(answer);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  // Parsing drops unknown fields, so a difference is an undeclared field.
  return isDeepStrictEqual(parsed.data, answer) ? undefined : "undeclared fields";
}

function errorProblem(call: Call, status: number, answer: unknown): string | undefined {
  const parsed = errorAnswer.safeParse(answer);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  const { code } = parsed.data.error;
  if (!isErrorCode(code)) return `${code} is not in error-codes.ts`;
  if (!errorCodesOf(call).includes(code)) return `${code} is not among the call's errors`;
  return errorCodes[code][0] === status ? undefined : `${code} should be ${errorCodes[code][0]}`;
}
