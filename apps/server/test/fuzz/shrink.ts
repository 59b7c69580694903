import type { Planned } from "./requests.ts";

const triesMax = 80;

/**
 * A smaller request with the same trouble: headers, parameters and fields are left out one by one
 * for as long as `isBad` holds. Costs at most some dozens of requests.
 */
export async function shrunk(
  planned: Planned,
  isBad: (smaller: Planned) => Promise<boolean>,
): Promise<Planned> {
  let best = planned;
  let tries = 0;
  for (let found = true; found;) {
    found = false;
    for (const smaller of smallerOnes(best)) {
      tries += 1;
      if (tries > triesMax) return best;
      if (!(await isBad(smaller))) continue;
      best = smaller;
      found = true;
      break;
    }
  }
  return best;
}

function* smallerOnes(planned: Planned): Generator<Planned> {
  for (const name of Object.keys(planned.headers)) {
    if (name === "content-type" || name === "authorization") continue;
    const { [name]: _, ...headers } = planned.headers;
    yield { ...planned, headers };
  }
  const [path = "", query] = planned.path.split("?");
  const asked = query?.split("&") ?? [];
  for (const [at] of asked.entries()) {
    const rest = asked.filter((_, other) => other !== at);
    yield { ...planned, path: rest.length > 0 ? `${path}?${rest.join("&")}` : path };
  }
  if (typeof planned.body !== "string") return;
  for (const body of smallerBodies(planned.body)) yield { ...planned, body };
}

function* smallerBodies(body: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return;
  }
  for (const smaller of smallerValues(value)) yield JSON.stringify(smaller);
}

function* smallerValues(value: unknown): Generator {
  if (typeof value === "string" && value.length > 8) {
    yield value.slice(0, value.length >> 1);
    yield value.slice(value.length >> 1);
  }
  if (Array.isArray(value)) {
    if (value.length > 1) yield value.slice(0, value.length >> 1);
    if (value.length > 0) yield value.slice(1);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
    for (const smaller of smallerValues(inner)) yield { ...value, [key]: smaller };
  }
}
