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

export interface StreamLimits {
  readonly perPersonMax: number;
  readonly perProcessMax: number;
  readonly heartbeatMs: number;
}

/** How long a first stream waits for the connection that hears of changes. */
const patienceMs = 5_000;

const usual: StreamLimits = { perPersonMax: 20, perProcessMax: 5_000, heartbeatMs: 20_000 };

/** All event streams of one server. It listens to PostgreSQL from the first stream on. */
export function openStreams(limits: Partial<StreamLimits> = {}) {
  const { perPersonMax, perProcessMax, heartbeatMs } = { ...usual, ...limits };
  const byPerson = new Map<string, Set<EventStream>>();
  let count = 0;
  let listening: ReturnType<typeof listen> | undefined;
  let heart: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** @throws 429 `TOO_MANY_STREAMS` for a person's limit, 503 `STREAMS_FULL` for the server's. */
  async function open(person: Person, endsAt: Date): Promise<EventStream> {
    admit(person);
    start();
    // What is said after this is heard, so that the page misses nothing from `ready` on.
    const listens = await Promise.race([
      listening?.heard.then(() => true),
      pause(patienceMs, false, { ref: false }),
    ]);
    if (!listens) throw full();
    admit(person);
    const stream = new EventStream(person, endsAt);
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

  function start(): void {
    listening ??= listen(changesChannel, {
      onNotification: (payload) => pass(JSON.parse(payload) as Change),
      onGap: () => tellAll(),
    });
    heart ??= setTimeout(() => void beat(), heartbeatMs).unref();
  }

  function pass({ people, changed }: Change): void {
    for (const id of people) {
      const own = byPerson.get(id) ?? [];
      for (const stream of own) stream.tell(changed);
      if (changed.includes("account")) void endWhereOver(own);
    }
  }

  function tellAll(): void {
    for (const stream of all()) stream.tell(topics);
  }

  async function beat(): Promise<void> {
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

  return { open, close };
}

const tooManyStreams = () =>
  tooMany("TOO_MANY_STREAMS", "Rokad is open in too many places. Please close some of them.", 60);

const full = () =>
  new Refusal(503, "STREAMS_FULL", "Live updates are not to be had just now.", {
    retryAfterSeconds: 30,
  });
