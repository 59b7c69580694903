import { setTimeout as pause } from "node:timers/promises";
import { topics } from "@rokad/contract/call";
import { now } from "../clock.ts";
import { Refusal, tooMany } from "../errors.ts";
import { log } from "../log.ts";
import { findSession } from "../sign-in/find-session.ts";
import type { Person } from "../sign-in/person.ts";
import { changesChannel, type Change } from "./announce.ts";
import { EventStream } from "./event-stream.ts";
import { listen } from "./listen.ts";
import { rememberChanges } from "./remember-changes.ts";

export interface StreamLimits {
  readonly perPersonMax: number;
  readonly perProcessMax: number;
  readonly heartbeatMs: number;
}

/** How long a first stream waits for the connection that hears of changes. */
const patienceMs = 5_000;

const usual: StreamLimits = { perPersonMax: 20, perProcessMax: 5_000, heartbeatMs: 20_000 };

/** All event streams of one server. */
export function openStreams(limits: Partial<StreamLimits> = {}) {
  const { perPersonMax, perProcessMax, heartbeatMs } = { ...usual, ...limits };
  const byPerson = new Map<string, Set<EventStream>>();
  const memory = rememberChanges();
  let count = 0;
  let listening: ReturnType<typeof listen> | undefined;
  let heart: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** @throws 429 `TOO_MANY_STREAMS` for a person's limit, 503 `STREAMS_FULL` for the server's. */
  async function open(person: Person, endsAt: Date): Promise<EventStream> {
    admit(person);
    start();
    const listens = await Promise.race([
      listening?.heard.then(() => true),
      pause(patienceMs, false, { ref: false }),
    ]);
    if (!listens) throw full();
    admit(person);
    // What changed until now is in `ready`, and what is heard from now on is told.
    const ready = { changed_ms_ago: memory.changedMsAgo(person.id) };
    const stream = new EventStream(person, endsAt, ready);
    const own = byPerson.get(person.id) ?? new Set();
    byPerson.set(person.id, own.add(stream));
    count += 1;
    stream.once("close", () => {
      own.delete(stream);
      if (own.size === 0 && byPerson.get(person.id) === own) byPerson.delete(person.id);
      count -= 1;
    });
    return stream;
  }

  function admit(person: Person): void {
    if (isClosed || count >= perProcessMax) throw full();
    if ((byPerson.get(person.id)?.size ?? 0) >= perPersonMax) throw tooManyStreams();
  }

  /**
   * Begins to listen to PostgreSQL, unless it does: before the first page asks anything, so that
   * what changes before that page's stream is open has been heard.
   */
  function start(): void {
    if (isClosed) return;
    if (!listening) {
      listening = listen(changesChannel, {
        onNotification: (payload) => pass(JSON.parse(payload) as Change),
        onGap: () => {
          memory.beginAnew();
          tellAll();
        },
      });
      void listening.heard.then(() => memory.beginAnew());
    }
    heart ??= setTimeout(() => void beat(), heartbeatMs).unref();
  }

  function pass({ people, changed }: Change): void {
    for (const id of people) {
      memory.note(id, changed);
      const own = byPerson.get(id) ?? [];
      for (const stream of own) stream.tell(changed);
      if (changed.includes("account")) void endWhereOver(own);
    }
  }

  function tellAll(): void {
    for (const stream of all()) stream.tell(topics);
  }

  async function beat(): Promise<void> {
    memory.forgetOld();
    for (const stream of all()) {
      if (stream.endsAt <= now()) stream.end();
      else stream.beat();
    }
    await Promise.all([listening?.probe(), endWhereOver(all())]);
    // Counted from the end of this beat, so that two never overlap however slow the database is.
    if (!isClosed) heart = setTimeout(() => void beat(), heartbeatMs).unref();
  }

  /** A session that was ended, or whose person was deactivated, loses its stream at once. */
  async function endWhereOver(streams: Iterable<EventStream>): Promise<void> {
    try {
      await Promise.all(
        [...streams].map(async (stream) => {
          if (!(await findSession(stream.person.sessionId))) stream.end();
        }),
      );
    } catch (error) {
      // The database is away; the next beat asks again.
      log().warn({ err: error }, "Sessions of streams can't be looked at");
    }
  }

  function all(): EventStream[] {
    return [...byPerson.values()].flatMap((own) => [...own]);
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(heart);
    for (const stream of all()) stream.end();
    await listening?.stop();
  }

  return { start, open, close };
}

const tooManyStreams = () =>
  tooMany("TOO_MANY_STREAMS", "Rokad is open in too many places. Please close some of them.", 60);

const full = () =>
  new Refusal(503, "STREAMS_FULL", "Live updates are not to be had just now.", {
    retryAfterSeconds: 30,
  });
