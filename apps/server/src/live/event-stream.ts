import { Readable } from "node:stream";
import type { Topic } from "@rokad/contract/call";
import type { Changed, Ready } from "@rokad/contract/live";
import type { Person } from "../sign-in/person.ts";

/**
 * The events of one browser. What it has not taken yet is kept as a set of topics, so that a slow
 * one costs no memory and hears of a thousand changes as one.
 */
export class EventStream extends Readable {
  readonly person: Person;
  readonly endsAt: Date;
  readonly #untold = new Set<Topic>();
  #isAlive = false;
  #wants = false;
  #ends = false;

  /** @param endsAt when the token that opened it runs out. */
  constructor(person: Person, endsAt: Date, ready: Ready) {
    super({ encoding: "utf8" });
    this.person = person;
    this.endsAt = endsAt;
    this.push(`event: ready\ndata: ${JSON.stringify(ready)}\n\n`);
  }

  tell(topics: readonly Topic[]): void {
    for (const topic of topics) this.#untold.add(topic);
    this.#flush();
  }

  /** A sign of life, so that neither end nor any proxy between takes the line for dead. */
  beat(): void {
    this.#isAlive = true;
    this.#flush();
  }

  end(): void {
    this.#ends = true;
    this.#flush();
  }

  override _read(): void {
    this.#wants = true;
    this.#flush();
  }

  #flush(): void {
    if (this.#ends) {
      this.push(null);
      return;
    }
    const text = this.#wants ? this.#next() : "";
    if (text === "") return;
    this.#wants = false;
    this.push(text);
  }

  #next(): string {
    const beat = this.#isAlive ? ":\n\n" : "";
    this.#isAlive = false;
    if (this.#untold.size === 0) return beat;
    const data: Changed = { changed: [...this.#untold] };
    this.#untold.clear();
    return `event: change\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
