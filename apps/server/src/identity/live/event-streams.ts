import { setTimeout as pause } from "node:timers/promises";
import { topics, type Topic } from "@rokad/contract/call";
import type { Ready } from "@rokad/contract/live";
import { now } from "../../kernel/clock.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { findSession } from "../sign-in/find-session.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { changesChannel, type Change } from "../../database/publish-change.ts";
import { EventStream } from "./event-stream.ts";
import { listen } from "../../database/listen.ts";
import { trackRecentChanges } from "./recent-changes.ts";

export interface StreamLimits {
  readonly perPersonMax: number;
  readonly perProcessMax: number;
  readonly heartbeatMs: number;
}

/** How long the first stream waits for the LISTEN connection. */
const listenTimeoutMs = 5_000;

const defaults: StreamLimits = { perPersonMax: 20, perProcessMax: 5_000, heartbeatMs: 20_000 };

/** What changes for a person in whichever business they act. */
const personalTopics: ReadonlySet<Topic> = new Set(["notifications", "account"]);

/** Creates the registry of one server's event streams, and feeds them from PostgreSQL. */
export function createEventStreams(limits: Partial<StreamLimits> = {}) {
  const { perPersonMax, perProcessMax, heartbeatMs } = { ...defaults, ...limits };
  const byPerson = new Map<string, Set<EventStream>>();
  /** The streams of members who are not the founder, by member: notices about themselves. */
  const byMember = new Map<string, Set<EventStream>>();
  const recent = trackRecentChanges();
  let count = 0;
  let listening: ReturnType<typeof listen> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /**
   * @param endsAt when the access token expires.
   * @throws 429 `TOO_MANY_STREAMS` above the person's limit, 503 `STREAMS_FULL` above the server's.
   */
  async function open(person: Person, endsAt: Date): Promise<EventStream> {
    assertCapacity(person);
    start();
    const isListening = await Promise.race([
      listening?.ready.then(() => true),
      pause(listenTimeoutMs, false, { ref: false }),
    ]);
    if (!isListening) throw streamsFull();
    assertCapacity(person);
    // `ready` has the changes until now; the stream gets the later ones.
    const ready = { changed_ms_ago: changedMsAgo(person) };
    const stream = new EventStream(person, endsAt, ready);
    addTo(byPerson, ownerIdOf(person), stream);
    if (person.member.id !== ownerIdOf(person)) addTo(byMember, person.member.id, stream);
    count += 1;
    stream.once("close", () => (count -= 1));
    return stream;
  }

  /** What changed for the business, and for the member themselves. */
  function changedMsAgo(person: Person): Ready["changed_ms_ago"] {
    const { member } = person;
    const id = ownerIdOf(person);
    const ages = recent.changedMsAgo(id);
    if (member.id === id) return ages;
    const own = recent.changedMsAgo(member.id);
    const newer = (topic: Topic) => Math.min(ages[topic] ?? Infinity, own[topic] ?? Infinity);
    return { ...ages, notifications: newer("notifications"), account: newer("account") };
  }

  function assertCapacity(person: Person): void {
    if (isClosed || count >= perProcessMax) throw streamsFull();
    if ((byPerson.get(ownerIdOf(person))?.size ?? 0) >= perPersonMax) throw tooManyStreams();
  }

  /**
   * Starts listening to PostgreSQL once. Runs before the first page loads, so that the server knows
   * the changes between that page's first answers and its stream.
   */
  function start(): void {
    if (isClosed) return;
    if (!listening) {
      listening = listen(changesChannel, {
        onNotification: (payload) => deliver(JSON.parse(payload) as Change),
        onGap: () => {
          recent.reset();
          notifyAll();
        },
      });
      void listening.ready.then(() => recent.reset());
    }
    timer ??= setTimeout(() => void heartbeat(), heartbeatMs).unref();
  }

  function deliver({ people, changed }: Change): void {
    for (const id of people) {
      recent.add(id, changed);
      const own = byPerson.get(id) ?? [];
      const members = byMember.get(id) ?? [];
      for (const stream of own) stream.addChanges(changed);
      const personal = changed.filter((topic) => personalTopics.has(topic));
      // The rest is of a business of the member's own, not of the one on the page.
      if (personal.length > 0) for (const stream of members) stream.addChanges(personal);
      // Holds later changes back until it knows who still acts for this business.
      if (changed.includes("account")) void endClosedSessions([...own, ...members]);
    }
  }

  function notifyAll(): void {
    for (const stream of all()) stream.addChanges(topics);
  }

  async function heartbeat(): Promise<void> {
    recent.deleteOld();
    for (const stream of all()) {
      if (stream.endsAt <= now()) stream.end();
      else stream.sendHeartbeat();
    }
    await Promise.all([listening?.probe(), endClosedSessions(all())]);
    // Scheduled after the work, so that two heartbeats never overlap on a slow database.
    if (!isClosed) timer = setTimeout(() => void heartbeat(), heartbeatMs).unref();
  }

  /** Ends the streams of sessions that ended or switched, and of deactivated tenants. */
  async function endClosedSessions(streams: Iterable<EventStream>): Promise<void> {
    try {
      await Promise.all([...streams].map(endIfClosed));
    } catch (error) {
      // The database is unreachable; the next heartbeat checks again.
      log().warn({ err: error }, "Can't check the sessions of event streams; retrying");
    }
  }

  async function endIfClosed(stream: EventStream): Promise<void> {
    stream.hold();
    try {
      const person = await findSession(stream.person.sessionId);
      // A session that switched to another business must not hear this one's changes.
      if (!person || ownerIdOf(person) !== ownerIdOf(stream.person)) stream.end();
    } finally {
      stream.release();
    }
  }

  function all(): EventStream[] {
    return [...byPerson.values()].flatMap((own) => [...own]);
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    for (const stream of all()) stream.end();
    await listening?.stop();
  }

  return { start, open, close };
}

/** Adds a stream to those of one id until it closes. */
function addTo(streams: Map<string, Set<EventStream>>, id: string, stream: EventStream): void {
  const own = streams.get(id) ?? new Set();
  streams.set(id, own.add(stream));
  stream.once("close", () => {
    own.delete(stream);
    if (own.size === 0 && streams.get(id) === own) streams.delete(id);
  });
}

const tooManyStreams = () =>
  tooManyRequests(
    "TOO_MANY_STREAMS",
    "Your account is open in too many tabs. Close some of them.",
    60,
  );

const streamsFull = () =>
  new ApiError(
    503,
    "STREAMS_FULL",
    "Live updates are unavailable. Refresh the page to see changes.",
    {
      retryAfterSeconds: 30,
    },
  );
