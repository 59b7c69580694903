import { errorAnswer } from "@rokad/contract/call";
import type { RawResponse, RawCase } from "./raw-sockets.ts";

interface Outcome {
  readonly responses: readonly RawResponse[];
  readonly isClosed: boolean;
}

/** Checks how the server handled bytes that are not proper HTTP; one sentence per fault. */
export function findRawFaults(
  { name, answers, mayWait }: RawCase,
  { responses, isClosed }: Outcome,
): string[] {
  // Node itself rejects with a bare 400 or 417, which has no headers or body of ours.
  const own = responses.filter(({ status, body }) => body !== "" || ![400, 417].includes(status));
  const faults = own.flatMap(({ status, head, body }) => [
    ...(status >= 500 && status !== 505 ? [`It answered ${status}`] : []),
    ...(/x-content-type-options: nosniff/i.test(head) ? [] : ["It lacks x-content-type-options"]),
    ...(/content-security-policy:/i.test(head) ? [] : ["It lacks content-security-policy"]),
    ...(status < 400 || isErrorShape(body)
      ? []
      : [`An error does not have the error shape: ${status} ${body.slice(0, 200)}`]),
  ]);
  const isDone = isClosed || mayWait || responses.length >= (answers ?? 0);
  if (!isDone)
    faults.push(
      `${name}: ${responses.length} answers of ${answers}, and the connection stays open`,
    );
  return faults;
}

function isErrorShape(body: string): boolean {
  try {
    return errorAnswer.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
