import { topics, type Topic } from "@rokad/contract/call";
import { streamEvents, type Changed, type Ready } from "@rokad/contract/live";
import { ApiError } from "./api-error.ts";
import { sendRaw } from "./client.ts";
import { readEvents } from "./read-events.ts";
import { SessionOverError } from "./renewal.ts";
import { refreshTopics } from "./use-api.ts";

/** Changes that come within this time are asked for together. */
const gatherMs = 300;
/** A page that is hidden for longer than this gives the stream up. */
const hiddenMs = 10_000;
/** The server gives a sign every 20 s; a line without any for longer is dead. */
const silenceMs = 45_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const channelName = "live-updates";

/**
 * Asks again for what is on the screen whenever the server says that it has changed. One page of
 * the browser holds the stream and passes on what it hears, because HTTP/1.1 has six connections
 * for all of them; it is a page that is looked at. Where no stream is to be had, nothing is said
 * and polling goes on as before.
 * @param askedAt when the first of what is on the screen was asked for, or before.
 * @returns what ends it.
 */
export function startLiveUpdates(askedAt: number): () => void {
  let since = askedAt;
  const ended = new AbortController();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(channelName) : undefined;
  const tellOthers = channel?.postMessage.bind(channel);
  const refresh = gatherRefreshes();
  let holding: AbortController | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const tell = (changed: readonly Topic[]) => {
    refresh(changed);
    tellOthers?.(changed);
  };
  channel?.addEventListener("message", ({ data }) => refresh(data as Topic[]), {
    signal: ended.signal,
  });

  function look(): void {
    if (document.visibilityState === "hidden") {
      hiding = setTimeout(() => {
        holding?.abort();
        holding = undefined;
      }, hiddenMs);
      return;
    }
    clearTimeout(hiding);
    if (holding) return refresh([]);
    if (hiding !== undefined) {
      // Nobody says what happened meanwhile.
      since = Date.now();
      refresh(topics);
    }
    holding = new AbortController();
    void hold(AbortSignal.any([holding.signal, ended.signal]), tell, since);
  }

  document.addEventListener("visibilitychange", look, { signal: ended.signal });
  look();
  return () => {
    ended.abort();
    channel?.close();
    clearTimeout(hiding);
  };
}

/** Refreshes one at a time, so that a slow server is not asked faster than it answers. */
function gatherRefreshes(): (changed: readonly Topic[]) => void {
  const stale = new Set<Topic>();
  let underWay = false;

  return (changed) => {
    for (const topic of changed) stale.add(topic);
    if (!underWay) void work();
  };

  async function work(): Promise<void> {
    underWay = true;
    while (stale.size > 0 && document.visibilityState === "visible") {
      await pause(gatherMs);
      const now = new Set(stale);
      stale.clear();
      // What fails stays on the screen as it was, and its own retry goes on.
      await refreshTopics(now).catch(() => undefined);
    }
    underWay = false;
  }
}

type Tell = (changed: readonly Topic[]) => void;

/** Waits until no other page holds the stream, then holds it. Web Locks are for https and localhost. */
async function hold(signal: AbortSignal, tell: Tell, askedAt: number): Promise<void> {
  if (!("locks" in navigator)) return follow(signal, tell, askedAt);
  try {
    await navigator.locks.request(channelName, { signal }, () => follow(signal, tell, askedAt));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Opens the stream again and again: it ends with each access token.
 * @param askedAt from when on what changed may be missing on the screen.
 */
async function follow(signal: AbortSignal, tell: Tell, askedAt: number): Promise<void> {
  let since = askedAt;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    let askedToWaitMs = 0;
    try {
      await listen(signal, (name, data) => {
        if (name === "change") tell((JSON.parse(data) as Changed).changed);
        if (name !== "ready") return;
        // What changed after the questions is never left out: on its way an age only falls behind.
        const { changed_ms_ago: ago = {} } = JSON.parse(data) as Partial<Ready>;
        tell(topics.filter((topic) => (ago[topic] ?? 0) <= Date.now() - since));
        pauseMs = firstPauseMs;
      });
    } catch (error) {
      if (error instanceof SessionOverError) return;
      if (error instanceof ApiError) askedToWaitMs = (error.retryAfterSeconds ?? 0) * 1000;
    }
    // What was said last may not have come: everything is asked for.
    since = -Infinity;
    // Not all at once, when a server that many look at starts again.
    await pause(Math.max(pauseMs * (0.5 + Math.random()), askedToWaitMs), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** One stream, to its end. @throws what `sendRaw` throws, and when the line is dead. */
async function listen(
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onSign = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const both = AbortSignal.any([signal, silence.signal]);
    const { body } = await sendRaw(streamEvents, {}, { signal: both });
    onSign();
    if (body) await readEvents(body, onEvent, onSign);
  } finally {
    clearTimeout(timer);
  }
}

/** Shorter when the browser is back online, or nobody waits any more. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (!signal) return;
    addEventListener("online", end, { signal: over.signal });
    signal.addEventListener("abort", end, { signal: over.signal });
  });
}
