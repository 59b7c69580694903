import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  trace,
  type Context,
  type Span,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import manifest from "../../../package.json" with { type: "json" };
import { log } from "../../kernel/log.ts";
import { useTracer, type RunningTrace } from "../../kernel/tracing.ts";
import type { TracingSettings } from "../../kernel/tracing-settings.ts";

const exportMs = 1_000;
const exportTimeoutMs = 5_000;
/** Spans that wait for the collector; more are dropped. About 2 kB each. */
const waitingMax = 8_192;
const failureLineMs = 60_000;
const sampled: number = TraceFlags.SAMPLED;

/**
 * Sends the spans of this process to a collector, by OTLP over HTTP as JSON. A collector that does not
 * answer costs spans and a line a minute in the log, and delays nothing.
 * @returns sends what waits, and ends the tracing.
 */
export function startTracing({
  endpoint,
  headers,
  serviceName,
  ratio,
}: TracingSettings): () => Promise<void> {
  const logFailure = failureLog();
  setGlobalErrorHandler(logFailure);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const share = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": manifest.version,
    }),
    // A caller may ask not to be recorded, but not to be recorded more often than others.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint}/v1/traces`,
          headers,
          timeoutMillis: exportTimeoutMs,
        }),
        scheduledDelayMillis: exportMs,
        maxQueueSize: waitingMax,
      }),
    ],
  });
  const tracer = provider.getTracer("rokad", manifest.version);
  useTracer({
    beginRequest(name, traceParent) {
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, callerOf(traceParent));
      const within = trace.setSpan(ROOT_CONTEXT, span);
      return {
        run: (work) => context.with(within, work),
        end(attributes, { hasFailed }) {
          span.setAttributes(attributes);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async span(name, { kind, attributes, parent }, run) {
      const outer = parent === undefined ? context.active() : storedTrace(parent);
      const options = { kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL };
      const span = tracer.startSpan(name, { ...options, ...(attributes && { attributes }) }, outer);
      try {
        return await context.with(trace.setSpan(outer, span), () =>
          run((more) => void span.setAttributes(more)),
        );
      } catch (error) {
        // Only its name: a message may contain what a trace must not.
        span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    running: () => describe(trace.getActiveSpan()),
  });
  return async () => {
    useTracer(undefined);
    await provider.shutdown().catch(logFailure);
    context.disable();
  };
}

/** The trace of a caller's header; a header that can't be read begins a new trace. */
function callerOf(traceParent: string | undefined): Context {
  const caller = traceParent === undefined ? null : parseTraceParent(traceParent);
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
}

/** A trace that was recorded when it was stored is recorded to its end, whatever the share is now. */
function storedTrace(traceParent: string): Context {
  const stored = parseTraceParent(traceParent);
  return stored ? trace.setSpanContext(ROOT_CONTEXT, stored) : ROOT_CONTEXT;
}

function describe(span: Span | undefined): RunningTrace | undefined {
  if (!span) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (traceFlags !== sampled) return undefined;
  return { traceId, traceParent: `00-${traceId}-${spanId}-0${sampled}` };
}

/** Logs a failed export, also that of the last spans, once a minute. */
function failureLog(): (error: unknown) => void {
  let lastLineAt = -Infinity;
  return (error) => {
    if (performance.now() - lastLineAt < failureLineMs) return;
    lastLineAt = performance.now();
    log().warn({ err: error }, "Spans could not be sent to the collector, and are dropped");
  };
}
