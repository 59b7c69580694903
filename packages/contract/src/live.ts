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

/**
 * The data of `ready`, the first event: how long ago each topic last changed, as far as the server
 * has heard; where it has heard of no change, how long ago it began to listen. A page that has
 * asked for something before that must ask again.
 */
export interface Ready {
  readonly changed_ms_ago: Readonly<Partial<Record<Topic, number>>>;
}

/** The data of a `change` event. */
export interface Changed {
  readonly changed: readonly Topic[];
}
