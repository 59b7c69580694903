import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { RokadError } from "@rokad/sdk";

/** A tool's answer as JSON. */
function answerOf(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value, null, 2) }] };
}

/** What a person or the agent can correct: a refusal of Rokad, or an input that a tool can't use. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly details: object;

  /** @param details what the message points to, such as the rows that are wrong. */
  constructor(message: string, details: object = {}) {
    super(message);
    this.details = details;
  }
}

/**
 * Runs a tool. A refusal is an answer, so that the agent can say what is wrong; anything else is a
 * fault of this program, which the protocol reports.
 */
export async function answering(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return answerOf(await work());
  } catch (error) {
    if (error instanceof RefusedError)
      return {
        ...answerOf({ error: { message: error.message, ...error.details } }),
        isError: true,
      };
    if (!(error instanceof RokadError)) throw error;
    const { code, message, fields, isRetryable, requestId } = error;
    const refusal = { code, message, fields, is_retryable: isRetryable, request_id: requestId };
    return { ...answerOf({ error: refusal }), isError: true };
  }
}
