import { errorAnswer } from "@rokad/contract/call";
import type { RawAnswer, RawCase } from "./raw-sockets.ts";

interface Outcome {
  readonly heard: readonly RawAnswer[];
  readonly isClosed: boolean;
}

/** What is wrong with how the server took bytes that are no proper HTTP. */
export function rawFaults(
  { name, answers, isPatient }: RawCase,
  { heard, isClosed }: Outcome,
): string[] {
  // Node refuses two things by itself, with a status and nothing else.
  const told = heard.filter(({ status, body }) => body !== "" || ![400, 417].includes(status));
  const faults = told.flatMap(({ status, head, body }) => [
    ...(status >= 500 && status !== 505 ? [`It answered ${status}`] : []),
    ...(/x-content-type-options: nosniff/i.test(head) ? [] : ["It lacks x-content-type-options"]),
    ...(/content-security-policy:/i.test(head) ? [] : ["It lacks content-security-policy"]),
    ...(status < 400 || isErrorShape(body)
      ? []
      : [`An error is not of the one shape: ${status} ${body.slice(0, 200)}`]),
  ]);
  const isDone = isClosed || isPatient || heard.length >= (answers ?? 0);
  if (!isDone)
    faults.push(`${name}: ${heard.length} answers of ${answers}, and the connection stays open`);
  return faults;
}

function isErrorShape(body: string): boolean {
  try {
    return errorAnswer.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
