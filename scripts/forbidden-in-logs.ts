/** What must not stand in a log, as it would be written. */
const forbidden: Readonly<Record<string, RegExp>> = {
  "a mobile number": /(?<![\w.-])(\+?91[ -]?)?[6-9]\d{9}(?![\w-])/,
  "an account number": /(?<![\w.:-])\d{9,18}(?![\w-])/,
  "a code": /(?<![\w.:#-])\d{6}(?![\w.-])/,
  "an e-mail address or UPI id": /[\w.+-]{2,}@[a-z][a-z0-9]+/i,
  "a token": /\beyJ[\w-]{10,}\.|\bBearer\s+\S/,
  "a key": /\b(Basic [\w+/=]{12,}|rzp_(test|live)_\w+|AC[0-9a-f]{32})/,
  // The names of settings may be told; what the stand-ins and the tests have for secrets may not.
  "a secret": /secret that only|StandIn\w*Secret|\bcfsk_\w+|a-token-that|authkey["':= ]+\w{6,}/,
};

/** What of it a text tells. */
export function foundIn(text: string): string[] {
  return Object.entries(forbidden)
    .filter(([, pattern]) => pattern.test(text))
    .map(([what]) => what);
}

/** Those of pino itself: a time in milliseconds, a process, a level. */
const ownFields = new Set(["time", "pid", "level"]);

/** The texts of a log's line, without those of the log itself. */
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
    ownFields.has(key) ? [] : textsIn(inner),
  );
}

/** The sandbox's texts and the demo's sign-ins are printed for a newcomer, who has no phone for them. */
const forNewcomers = /^Sandbox SMS to |^ {2}(super admin|operator|retailer|shop) +900000000\d$/;

/** Each secret, code, token, account or mobile number in a log, with its line. */
export function toldInLog(lines: readonly string[]): string[] {
  const told = lines
    .filter((line) => !forNewcomers.test(line))
    .flatMap((line) =>
      textsOf(line).flatMap((text) =>
        foundIn(text).map((what) => `${what}: ${line.slice(0, 300)}`),
      ),
    );
  return [...new Set(told)];
}
