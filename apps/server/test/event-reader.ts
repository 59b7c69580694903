import type { Ready } from "@rokad/contract/live";
import type { FastifyInstance } from "fastify";

type Listening = Pick<FastifyInstance, "addresses">;

/** A stream of events as a browser reads it, over a real socket. */
export type EventReader = Awaited<ReturnType<typeof readEvents>>;

/**
 * Opens the stream of somebody. The app must listen.
 * @throws unless it is let in.
 */
export async function readEvents(app: Listening, token: string) {
  const answer = await askForEvents(app, token);
  if (answer.status !== 200 || !answer.body) throw new Error(`No stream: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";

  /** Reads on until the text fits, and takes it away up to there; undefined at the stream's end. */
  async function take(pattern: RegExp): Promise<RegExpExecArray | undefined> {
    for (;;) {
      const found = pattern.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return found;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }

  /** The topics of the next change; undefined when the stream ends before one. */
  async function changed(): Promise<string[] | undefined> {
    const found = await take(/event: change\ndata: (.*)\n\n/);
    return found && (JSON.parse(found[1] ?? "") as { changed: string[] }).changed;
  }

  return {
    headers: answer.headers,
    /** How long ago each topic changed; undefined when the stream ends before it says so. */
    ready: async () => {
      const found = await take(/event: ready\ndata: (.*)\n\n/);
      return found && (JSON.parse(found[1] ?? "") as Ready).changed_ms_ago;
    },
    changed,
    /** Whether a change of a topic is told, whatever comes before it from what went on until now. */
    async tells(topic: string): Promise<boolean> {
      let topics = await changed();
      while (topics && !topics.includes(topic)) topics = await changed();
      return topics !== undefined;
    },
    beat: async () => (await take(/(^|\n):\n\n/)) !== undefined,
    close: () => reader.cancel(),
  };
}

export function askForEvents(app: Listening, token: string): Promise<Response> {
  const address = app.addresses()[0];
  if (typeof address !== "object") throw new Error("The app does not listen");
  return fetch(`http://127.0.0.1:${address.port}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
}
