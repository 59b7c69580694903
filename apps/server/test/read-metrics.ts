import type { FastifyInstance } from "fastify";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";

export const metricsToken = "metrics-metrics-metrics-metrics-metrics";

/**
 * What `/metrics` answers now, from a process without an earlier reading. It counts what `fault` does
 * before, and the fault can go on while it is read.
 */
export async function readMetrics(
  settings: Readonly<Record<string, string>> = {},
  fault?: (app: FastifyInstance) => Promise<unknown>,
) {
  const app = await createApp(
    readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", METRICS_TOKEN: metricsToken, ...settings }),
  );
  await fault?.(app);
  const { body } = await app.inject({
    url: "/metrics",
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  await app.close();
  return parseMetrics(body);
}

/** Reads the text format of Prometheus: the names, and the value of each series. */
export function parseMetrics(text: string) {
  const lines = text.split("\n");
  const values = new Map(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const end = line.lastIndexOf(" ");
        return [line.slice(0, end), Number(line.slice(end + 1))] as const;
      }),
  );
  return {
    names: lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []),
    /** The value of a series, such as `rokad_payouts_open{provider="primary",state="pending"}`. */
    value: (series: string) => values.get(series),
    text,
  };
}
