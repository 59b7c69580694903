import { topics, type Topic } from "@rokad/contract/call";
import { streamEvents, type Changed, type Ready } from "@rokad/contract/live";
import { ApiError } from "./api-error.ts";
import { sendRaw } from "./client.ts";
import { readEvents } from "./read-events.ts";
import { SessionOverError } from "./renewal.ts";
import { refreshTopics } from "./use-api.ts";

/** Changes within this time are fetched together. */
const refreshDelayMs = 300;
/** A page hidden for longer than this closes the stream. */
const hiddenMaxMs = 10_000;
/** The server sends a heartbeat every 20 s; without one for this long the connection is dead. */
const silenceMaxMs = 45_000;
const firstPauseMs = 1_000;
const pauseMaxMs = 60_000;
const channelName = "live-updates";

/** When the browser's stream last had data, in this tab or the one that holds it. */
let lastDataAtMs = -Infinity;

/** True while changes arrive; pages poll only while it is false. */
export function isLive(): boolean {
  return Date.now() - lastDataAtMs < silenceMaxMs;
}

/**
 * Reloads what is on the screen whenever the server reports a change. One visible page per browser
 * holds the stream and forwards changes to the others, because HTTP/1.1 allows six connections for
 * all of them. Without a stream the pages keep polling.
 * @param loadedAt when the first data on the screen was requested, or earlier.
 * @returns a function that stops the updates.
 */
export function startLiveUpdates(loadedAt: number): () => void {
  let since = loadedAt;
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(channelName) : undefined;
  const notifyOtherTabs = channel?.postMessage.bind(channel);
  const refresh = createRefreshQueue();
  let stream: AbortController | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  const publish = (changed: readonly Topic[]) => {
    refresh(changed);
    notifyOtherTabs?.(changed);
  };
  channel?.addEventListener(
    "message",
    ({ data }) => {
      lastDataAtMs = Date.now();
      refresh(data as Topic[]);
    },
    { signal: stopped.signal },
  );

  function followVisibility(): void {
    if (document.visibilityState === "hidden") {
      hiddenTimer = setTimeout(() => {
        stream?.abort();
        stream = undefined;
      }, hiddenMaxMs);
      return;
    }
    clearTimeout(hiddenTimer);
    if (stream) return refresh([]);
    if (hiddenTimer !== undefined) {
      // No stream ran meanwhile, so anything may have changed.
      since = Date.now();
      refresh(topics);
    }
    stream = new AbortController();
    void streamInLock(AbortSignal.any([stream.signal, stopped.signal]), publish, since);
  }

  document.addEventListener("visibilitychange", followVisibility, { signal: stopped.signal });
  followVisibility();
  return () => {
    stopped.abort();
    channel?.close();
    clearTimeout(hiddenTimer);
  };
}

/** Refreshes one at a time, so that requests never outrun a slow server. */
function createRefreshQueue(): (changed: readonly Topic[]) => void {
  const stale = new Set<Topic>();
  let isRunning = false;

  return (changed) => {
    for (const topic of changed) stale.add(topic);
    if (!isRunning) void run();
  };

  async function run(): Promise<void> {
    isRunning = true;
    while (stale.size > 0 && document.visibilityState === "visible") {
      await wait(refreshDelayMs);
      const topicsToRefresh = new Set(stale);
      stale.clear();
      // After an error the old data stays on the screen, and SWR retries.
      await refreshTopics(topicsToRefresh).catch(() => undefined);
    }
    isRunning = false;
  }
}

type Publish = (changed: readonly Topic[]) => void;

/** Waits until no other page holds the stream, then holds it. Web Locks need https or localhost. */
async function streamInLock(
  signal: AbortSignal,
  publish: Publish,
  loadedAt: number,
): Promise<void> {
  if (!("locks" in navigator)) return streamWithRetries(signal, publish, loadedAt);
  try {
    await navigator.locks.request(channelName, { signal }, () =>
      streamWithRetries(signal, publish, loadedAt),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Reopens the stream each time it ends, as it does with each access token.
 * @param loadedAt changes after this time may be missing on the screen.
 */
async function streamWithRetries(
  signal: AbortSignal,
  publish: Publish,
  loadedAt: number,
): Promise<void> {
  let since = loadedAt;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    let retryAfterMs = 0;
    try {
      // A heartbeat changes nothing; other tabs learn from it that the stream is alive.
      const onData = () => publish([]);
      await readStream(signal, onData, (name, data) => {
        if (name === "change") publish((JSON.parse(data) as Changed).changed);
        if (name !== "ready") return;
        // Network delay makes a change look newer than it is, so none is ever left out.
        const { changed_ms_ago: ago = {} } = JSON.parse(data) as Partial<Ready>;
        publish(topics.filter((topic) => (ago[topic] ?? 0) <= Date.now() - since));
        pauseMs = firstPauseMs;
      });
    } catch (error) {
      if (error instanceof SessionOverError) return;
      if (error instanceof ApiError) retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
    }
    // The last event may be lost, so the next stream refreshes everything.
    since = -Infinity;
    // Jitter spreads the reconnects of many clients after a server restart.
    await wait(Math.max(pauseMs * (0.5 + Math.random()), retryAfterMs), signal);
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  }
}

/** Reads one stream to its end. @throws what `sendRaw` throws, and when the connection is dead. */
async function readStream(
  signal: AbortSignal,
  onData: () => void,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const silenceTimeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const recordData = () => {
    lastDataAtMs = Date.now();
    clearTimeout(timer);
    timer = setTimeout(() => silenceTimeout.abort(), silenceMaxMs);
    onData();
  };
  try {
    const either = AbortSignal.any([signal, silenceTimeout.signal]);
    const { body } = await sendRaw(streamEvents, {}, { signal: either });
    recordData();
    if (body) await readEvents(body, onEvent, recordData);
  } finally {
    lastDataAtMs = -Infinity;
    clearTimeout(timer);
  }
}

/** Ends early when the browser comes back online or the signal aborts. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (!signal) return;
    addEventListener("online", end, { signal: waiting.signal });
    signal.addEventListener("abort", end, { signal: waiting.signal });
  });
}
