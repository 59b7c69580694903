/** The patterns of what a log must not contain. */
const forbidden: Readonly<Record<string, RegExp>> = {
  "a mobile number": /(?<![\w.-])(\+?91[ -]?)?[6-9]\d{9}(?![\w-])/,
  "an account number": /(?<![\w.:-])\d{9,18}(?![\w-])/,
  "a code": /(?<![\w.:#-])\d{6}(?![\w.-])/,
  "an e-mail address or UPI id": /[\w.+-]{2,}@[a-z][a-z0-9]+/i,
  "a token": /\beyJ[\w-]{10,}\.|\bBearer\s+\S/,
  "a key": /\b(Basic [\w+/=]{12,}|rzp_(test|live)_\w+|rk_(test|live)_\w{8,}|AC[0-9a-f]{32})/,
  // Names of settings may be logged; the secrets of the stand-ins and the tests may not.
  "a secret": /secret that only|StandIn\w*Secret|\bcfsk_\w+|a-token-that|authkey["':= ]+\w{6,}/,
};

/** The kinds of forbidden data in a text. */
export function findForbidden(text: string): string[] {
  return Object.entries(forbidden)
    .filter(([, pattern]) => pattern.test(text))
    .map(([kind]) => kind);
}

/** Fields of pino with numbers that are not data. */
const pinoFields = new Set(["time", "pid", "level"]);

/** Of the access log: a time or size may have as many digits as a code or an account number. */
const measuredFields = new Set(["ms", "bytes"]);

/** The texts in a line of a log, without the fields of pino, times and sizes. */
export function textsOf(line: string): string[] {
  try {
    return textsIn(JSON.parse(line));
  } catch {
    return [line];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    pinoFields.has(key) || (measuredFields.has(key) && typeof inner === "number")
      ? []
      : textsIn(inner),
  );
}

/** Sandbox SMS and demo sign-ins are printed on purpose, because no phone receives them. */
const printedOnPurpose = /^Sandbox SMS to |^ {2}(super admin|operator|retailer|shop) +900000000\d$/;

/** Each piece of forbidden data in a log, with its line. */
export function findForbiddenInLog(lines: readonly string[]): string[] {
  const findings = lines
    .filter((line) => !printedOnPurpose.test(line))
    .flatMap((line) =>
      textsOf(line).flatMap((text) =>
        findForbidden(text).map((kind) => `${kind}: ${line.slice(0, 300)}`),
      ),
    );
  return [...new Set(findings)];
}
