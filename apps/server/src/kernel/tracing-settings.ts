import { z } from "zod";
import { isBase, isLoopback, notBase } from "./secure-url.ts";

/** `name=value` pairs separated by commas, values percent-encoded, as OpenTelemetry has them. */
const headers = z.string().transform((text, context) => {
  try {
    return Object.fromEntries(text.split(",").map(readPair));
  } catch {
    const message = "must be headers such as authorization=Bearer%20key, separated by commas";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
});

/** @throws if it is none, or its encoding is broken. */
function readPair(pair: string): readonly [string, string] {
  const [, name = "", value = ""] = /^ *([\w-]+)=([\x21-\x7e]+) *$/.exec(pair) ?? [];
  if (name === "") throw new Error("No header");
  return [name.toLowerCase(), decodeURIComponent(value)];
}

/** The environment variables of traces, under OpenTelemetry's names. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine(isBase, notBase)
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default("rokad"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

interface Environment {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

export interface TracingSettings {
  /** Of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Sent with the spans, such as the collector's key. */
  readonly headers: Record<string, string>;
  readonly serviceName: string;
  /** The share of requests that is recorded, 0 to 1. */
  readonly ratio: number;
}

/** @returns undefined without a collector, or the sentence that says what is wrong. */
export function readTracingSettings(settings: Environment): TracingSettings | undefined | string {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: sent } = settings;
  if (endpoint === undefined)
    return sent && "OTEL_EXPORTER_OTLP_ENDPOINT: must be set with OTEL_EXPORTER_OTLP_HEADERS";
  // Spans hold no secret; the collector's key is one.
  if (sent && endpoint.startsWith("http:") && !isLoopback(endpoint))
    return "OTEL_EXPORTER_OTLP_ENDPOINT: must begin with https:// where headers are sent";
  return {
    endpoint,
    headers: { ...sent },
    serviceName: settings.OTEL_SERVICE_NAME,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}
