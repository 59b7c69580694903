/** What a span says: names as OpenTelemetry has them, and nothing that identifies a person or an account. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

interface SpanOptions {
  /** By default work inside this process. */
  readonly kind?: "client";
  readonly attributes?: SpanAttributes;
}

/** Adds to the span that runs. */
type Note = (attributes: SpanAttributes) => void;

/** The recorded trace in which the code runs. */
export interface RunningTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The header `traceparent` of W3C Trace Context, with which it goes on later. */
  readonly traceParent: string;
}

/** A request that is being answered. */
interface TracedRequest {
  /** Everything that `work` starts is in its trace. */
  readonly run: (work: () => void) => void;
  readonly end: (attributes: SpanAttributes, options: { readonly hasFailed: boolean }) => void;
}

/** Records the spans of this process. */
export interface Tracer {
  /** @param traceParent the caller's header, as it came. */
  readonly beginRequest: (name: string, traceParent: string | undefined) => TracedRequest;
  /** @param parent a stored `traceParent`; without it, the trace that runs. */
  readonly span: <T>(
    name: string,
    options: SpanOptions & { readonly parent?: string },
    run: (note: Note) => Promise<T>,
  ) => Promise<T>;
  readonly running: () => RunningTrace | undefined;
}

let tracer: Tracer | undefined;

/** Begins or ends the tracing of this process. Without a tracer, nothing below costs anything. */
export function useTracer(chosen: Tracer | undefined): void {
  tracer = chosen;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

export function runningTrace(): RunningTrace | undefined {
  return tracer?.running();
}

const noNote: Note = () => undefined;

/** Runs as a span of the trace that runs; without one, it only runs. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  run: (note: Note) => Promise<T>,
): Promise<T> {
  return tracer?.running() ? tracer.span(name, options, run) : run(noNote);
}

/** Goes on with a stored trace; without one, it only runs. */
export function continueTrace<T>(
  parent: string | null,
  name: string,
  options: SpanOptions,
  run: () => Promise<T>,
): Promise<T> {
  return tracer && parent !== null ? tracer.span(name, { ...options, parent }, run) : run();
}

/** The request's own span; undefined while this process records none. */
export function traceRequest(
  name: string,
  traceParent: string | undefined,
): TracedRequest | undefined {
  return tracer?.beginRequest(name, traceParent);
}
