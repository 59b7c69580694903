import { defineCall, type Topic } from "./call.ts";

/**
 * What a page should ask again, told as it happens. Each GET call says in `changesWith` which
 * topics it is about; the events hold nothing else, so that a stream tells no secret.
 */
export const streamEvents = defineCall({
  name: "streamEvents",
  summary: "What changes, as it changes: server-sent events",
  method: "GET",
  path: "/events",
  who: "person",
  answer: "events",
  errors: ["TOO_MANY_STREAMS", "STREAMS_FULL"],
});

/** The data of a `change` event. `ready`, the first event, has none. */
export interface Changed {
  readonly changed: readonly Topic[];
}
