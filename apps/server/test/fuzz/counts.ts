import type { PlannedRequest } from "./plan-request.ts";
import type { HttpResponse } from "./http-client.ts";

/** Counts requests and responses. */
export class Counts {
  sent = 0;
  readonly byEndpoint = new Map<string, number>();
  readonly byKind = new Map<string, number>();
  readonly byWho = new Map<string, number>();
  readonly byStatus = new Map<string, number>();
  /** Requests that succeeded, by the persona. */
  readonly succeeded = new Map<string, number>();
  /** Requests that were repeated with the same idempotency key. */
  readonly repeated = new Map<string, number>();
  /** Requests that were sent again with a signature. */
  readonly signed = new Map<string, number>();
  readonly #slowest: { ms: number; what: string }[] = [];

  add(
    planned: Pick<PlannedRequest, "endpoint" | "kind" | "who" | "number">,
    response: Pick<HttpResponse, "status" | "ms">,
  ): void {
    this.sent += 1;
    count(this.byEndpoint, planned.endpoint);
    count(this.byKind, planned.kind);
    count(this.byWho, planned.who);
    count(this.byStatus, statusClass(response.status));
    if (statusClass(response.status) === "2xx") count(this.succeeded, planned.who);
    this.#slowest.push({
      ms: response.ms,
      what: `${planned.endpoint} ${planned.kind} #${planned.number}`,
    });
    if (this.#slowest.length < 200) return;
    this.#slowest.sort((a, b) => b.ms - a.ms);
    this.#slowest.length = 5;
  }

  countSigned(endpoint: string): void {
    count(this.signed, endpoint);
  }

  countRepeated(endpoint: string): void {
    count(this.repeated, endpoint);
  }

  /** The table to print. */
  lines({ endpoints }: { endpoints: boolean }): string[] {
    this.#slowest.sort((a, b) => b.ms - a.ms);
    return [
      `requests       ${this.sent} to ${this.byEndpoint.size} endpoints`,
      `by kind        ${listed(this.byKind)}`,
      `as persona     ${listed(this.byWho)}`,
      `succeeded      ${listed(this.succeeded)}`,
      `responses      ${listed(this.byStatus)}`,
      `repeated       ${listed(this.repeated)}`,
      `signed         ${listed(this.signed)}`,
      `5xx            ${this.byStatus.get("5xx") ?? 0}`,
      `slowest        ${this.#slowest
        .slice(0, 5)
        .map(({ ms, what }) => `${Math.round(ms)} ms ${what}`)
        .join(" · ")}`,
      ...(endpoints ? ["by endpoint", ...columnsOf(this.byEndpoint)] : []),
    ];
  }
}

function statusClass(status: number): string {
  if (status === 0) return "rejected unread";
  return status === 503 ? "documented 503" : `${Math.floor(status / 100)}xx`;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
const listed = (counts: ReadonlyMap<string, number>) =>
  sorted(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(" · ");

function columnsOf(counts: ReadonlyMap<string, number>): string[] {
  const cells = sorted(counts).map(
    ([name, times]) => `${name.padEnd(28)}${String(times).padStart(7)}`,
  );
  const rows = Math.ceil(cells.length / 3);
  return Array.from(
    { length: rows },
    (_, row) => `  ${cells.filter((_cell, at) => at % rows === row).join("   ")}`,
  );
}
