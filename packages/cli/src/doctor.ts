import { Rokad, RokadError } from "@rokad/sdk";
import type { Command } from "./command.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { type Login, readLogin } from "./login-file.ts";
import { readCertificate } from "./read-certificate.ts";
import { printable } from "./table.ts";

interface Finding {
  readonly check: string;
  /** `note`: worth knowing, and nothing fails by it. */
  readonly result: "ok" | "note" | "failed";
  /** What was found, and what to do about it. */
  readonly text: string;
}

const clockSecondsMax = 30;
const certificateDaysMin = 14;

export const doctor: Command = {
  name: "doctor",
  about: "Check address, TLS, key, scopes, clock and API version, and say what to do",
  async run({ io, isJson }) {
    const login = await readLogin(io);
    const findings: Finding[] = [];
    const report = (finding: Finding) => {
      findings.push(finding);
      if (isJson) return;
      const mark = { ok: "✓", note: "!", failed: "✗" }[finding.result];
      io.print(`${mark} ${finding.check}: ${printable(finding.text)}`);
    };
    await diagnose(login, report);
    if (isJson) io.print(JSON.stringify(findings));
    const hasFailed = findings.some(({ result }) => result === "failed");
    return hasFailed ? exitCodes.refused : exitCodes.done;
  },
};

async function diagnose(login: Login, report: (finding: Finding) => void): Promise<void> {
  const started = Date.now();
  let date: string | null = null;
  const rokad = rokadOf(login, (response) => {
    date = response.headers.get("date");
  });
  const key = await rokad.getOwnApiKey().then(
    ({ data }) => data,
    (error: unknown) => error as RokadError,
  );
  if (key instanceof Error && (!(key instanceof RokadError) || isUnreachable(key))) {
    const cause = causeOf(key);
    report({ check: "Address", result: "failed", text: `${login.url}: ${key.message}${cause}` });
    return;
  }
  report({ check: "Address", result: "ok", text: `${login.url} answers` });
  report(await checkTls(new URL(login.url)));
  report(checkClock(date, started));
  if (key instanceof RokadError) report({ check: "Key", result: "failed", text: key.message });
  else {
    const until = key.expires_at ? `valid until ${key.expires_at}` : "without an end";
    const text = `${key.name}, a ${key.mode} key of ${key.business.name}, ${until}, used from ${key.your_address}`;
    report({ check: "Key", result: "ok", text });
    report({ check: "Scopes", result: "ok", text: key.scopes.join(", ") });
  }
  report(await checkVersion(login));
}

/** One attempt each: a diagnosis shows what is, and does not wait for better. */
function rokadOf(login: Login, onAnswer: (response: Response) => void): Rokad {
  try {
    return new Rokad({
      ...login,
      attempts: 1,
      timeoutSeconds: 10,
      fetch: async (request) => {
        const response = await fetch(request);
        onAnswer(response);
        return response;
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isUnreachable({ code }: RokadError): boolean {
  return code === "NO_ANSWER" || code === "UNREADABLE_ANSWER" || code === "REDIRECTED";
}

/** `fetch` hides the reason two levels below: a name that is unknown, a refused connection. */
function causeOf(error: Error): string {
  const fetchError = error.cause instanceof Error ? error.cause : undefined;
  const reason = fetchError?.cause instanceof Error ? fetchError.cause.message : undefined;
  return reason ? ` (${reason})` : "";
}

async function checkTls(url: URL): Promise<Finding> {
  const check = "TLS";
  if (url.protocol !== "https:") {
    const text = "Plain HTTP: fine on this machine, never over a network";
    return { check, result: "note", text };
  }
  try {
    const { version, validTo } = await readCertificate(url);
    const days = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
    const text = `${version}, the certificate is valid for ${days} days`;
    return { check, result: days < certificateDaysMin ? "note" : "ok", text };
  } catch (error) {
    return { check, result: "failed", text: (error as Error).message };
  }
}

/** The header has whole seconds; a receiver of webhooks tolerates five minutes. */
function checkClock(date: string | null, started: number): Finding {
  if (date === null) return { check: "Clock", result: "note", text: "The answer has no date" };
  const between = (started + Date.now()) / 2;
  const seconds = Math.round((between - Date.parse(date)) / 1000);
  const isClose = Math.abs(seconds) <= clockSecondsMax;
  const text = `This machine is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the server`;
  return { check: "Clock", result: isClose ? "ok" : "failed", text };
}

async function checkVersion({ url }: Login): Promise<Finding> {
  const check = "API version";
  const address = new URL("api/v1/openapi.json", url.endsWith("/") ? url : `${url}/`);
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
  if (!response?.ok) {
    const text = "Version 1; the installation does not publish its API document (API_DOCS)";
    return { check, result: "ok", text };
  }
  const { info } = (await response.json()) as { info: { version: string } };
  const isKnown = info.version.startsWith("1.");
  const text = isKnown ? info.version : `${info.version}: this command line knows version 1`;
  return { check, result: isKnown ? "ok" : "failed", text };
}
