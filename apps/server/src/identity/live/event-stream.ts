import { Readable } from "node:stream";
import type { Topic } from "@rokad/contract/call";
import type { Changed, Ready } from "@rokad/contract/live";
import type { Person } from "../../kernel/person.ts";

/**
 * The server-sent events of one browser. Changes that it has not read yet are a set of topics, so
 * that a slow browser costs no memory and gets a thousand changes as one event.
 */
export class EventStream extends Readable {
  readonly person: Person;
  readonly endsAt: Date;
  readonly #pendingTopics = new Set<Topic>();
  #isHeartbeatDue = false;
  #canPush = false;
  #isEnding = false;
  #holds = 0;

  /** @param endsAt when the access token expires. */
  constructor(person: Person, endsAt: Date, ready: Ready) {
    super({ encoding: "utf8" });
    this.person = person;
    this.endsAt = endsAt;
    this.push(`event: ready\ndata: ${JSON.stringify(ready)}\n\n`);
  }

  addChanges(topics: readonly Topic[]): void {
    for (const topic of topics) this.#pendingTopics.add(topic);
    this.#flush();
  }

  /** Keeps changes back while something is checked, until `release`. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
    this.#flush();
  }

  /** Sends a comment line, so that no proxy closes the connection as idle. */
  sendHeartbeat(): void {
    this.#isHeartbeatDue = true;
    this.#flush();
  }

  end(): void {
    this.#isEnding = true;
    this.#flush();
  }

  override _read(): void {
    this.#canPush = true;
    this.#flush();
  }

  #flush(): void {
    if (this.#isEnding) {
      this.push(null);
      return;
    }
    const text = this.#canPush && this.#holds === 0 ? this.#nextText() : "";
    if (text === "") return;
    this.#canPush = false;
    this.push(text);
  }

  #nextText(): string {
    const heartbeat = this.#isHeartbeatDue ? ":\n\n" : "";
    this.#isHeartbeatDue = false;
    if (this.#pendingTopics.size === 0) return heartbeat;
    const data: Changed = { changed: [...this.#pendingTopics] };
    this.#pendingTopics.clear();
    return `event: change\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
