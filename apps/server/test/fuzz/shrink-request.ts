import fc from "fast-check";
import type { PlannedRequest } from "./plan-request.ts";

const timeLimitMs = 10_000;
/** fast-check keeps every shorter form of a list in memory, so a larger body stays as it is. */
const bodyCharsMax = 2_000;
const requiredHeaders = new Set(["content-type", "authorization"]);

/**
 * Finds a smaller request with the same fault: fast-check removes headers and query parameters and
 * shrinks the JSON body.
 * @param hasFault sends a request and checks whether the fault is still there.
 * @returns the smallest request found within the time limit, or the original one if the fault
 *   does not recur.
 */
export async function shrinkRequest(
  planned: PlannedRequest,
  hasFault: (smaller: PlannedRequest) => Promise<boolean>,
): Promise<PlannedRequest> {
  const headers = Object.entries(planned.headers);
  const required = headers.filter(([name]) => requiredHeaders.has(name));
  const optional = headers.filter(([name]) => !requiredHeaders.has(name));
  const [path = "", query] = planned.path.split("?");
  const parameters = query?.split("&") ?? [];
  const body = bodyParts(planned.body);
  type Parts = [headers: typeof headers, parameters: string[], body: unknown];
  const build = ([headersLeft, parametersLeft, bodyLeft]: Parts): PlannedRequest => ({
    ...planned,
    headers: Object.fromEntries([...required, ...headersLeft]),
    path: parametersLeft.length > 0 ? `${path}?${parametersLeft.join("&")}` : path,
    body: body.stringify(bodyLeft),
  });
  const { counterexample } = await fc.check(
    fc.asyncProperty(
      fc.subarray(optional),
      fc.subarray(parameters),
      body.arbitrary,
      async (...parts) => !(await hasFault(build(parts))),
    ),
    {
      examples: [[optional, parameters, body.value]],
      numRuns: 1,
      plugins: [fc.interruptAfterTimeLimit(timeLimitMs)],
    },
  );
  return counterexample ? build(counterexample as Parts) : planned;
}

interface BodyParts {
  readonly value: unknown;
  readonly arbitrary: fc.Arbitrary<unknown>;
  stringify(value: unknown): PlannedRequest["body"];
}

/** A JSON body shrinks as a value. Bytes, broken JSON and numbers like `1e400` stay as they are. */
function bodyParts(body: PlannedRequest["body"]): BodyParts {
  const fixed = { value: body, arbitrary: fc.constant(body), stringify: () => body };
  if (typeof body !== "string" || body.length > bodyCharsMax) return fixed;
  try {
    const value = JSON.parse(body) as unknown;
    const arbitrary = fc.jsonValue();
    const isReversible = JSON.stringify(value) === body && arbitrary.canShrinkWithoutContext(value);
    return isReversible ? { value, arbitrary, stringify: JSON.stringify } : fixed;
  } catch {
    return fixed;
  }
}
