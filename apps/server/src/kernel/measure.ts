/** What a process counts for its metrics. */
export type Measurement =
  | { readonly kind: "group_commit"; readonly name: string; readonly size: number }
  | {
      readonly kind: "provider_call";
      readonly provider: string;
      readonly outcome: "answered" | "unclear" | "broken";
      readonly seconds: number;
    }
  | { readonly kind: "webhook_attempt"; readonly result: "ok" | "failed" };

const listeners = new Set<(measurement: Measurement) => void>();

/** Counts something for the metrics, if this process has them. */
export function measure(measurement: Measurement): void {
  for (const listener of listeners) listener(measurement);
}

/** @returns ends the subscription. */
export function onMeasure(listener: (measurement: Measurement) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
