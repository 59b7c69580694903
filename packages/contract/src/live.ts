import { defineCall, type Topic } from "./call.ts";

/**
 * Tells pages what to request again. Each GET call lists its topics in `changesWith`. An event holds
 * only topics, so a stream leaks no data.
 */
export const streamEvents = defineCall({
  name: "streamEvents",
  summary: "A stream of changes, as server-sent events",
  tag: "Live updates",
  method: "GET",
  path: "/live",
  who: "person",
  answer: "events",
  errors: ["TOO_MANY_STREAMS", "STREAMS_FULL"],
});

/**
 * The data of `ready`, the first event: milliseconds since the last known change of each topic, or
 * since the server started to listen. A page must request again what it read before that.
 */
export interface Ready {
  readonly changed_ms_ago: Readonly<Partial<Record<Topic, number>>>;
}

/** The data of a `change` event. */
export interface Changed {
  readonly changed: readonly Topic[];
}
