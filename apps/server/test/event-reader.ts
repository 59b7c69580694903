import type { Ready } from "@rokad/contract/live";
import type { FastifyInstance } from "fastify";

type ListeningApp = Pick<FastifyInstance, "addresses">;

/** Reads a stream of server-sent events over a real socket, as a browser does. */
export type EventReader = Awaited<ReturnType<typeof readEvents>>;

/**
 * Opens a person's event stream. The app must listen.
 * @throws when the answer is not 200.
 */
export async function readEvents(app: ListeningApp, token: string) {
  const answer = await requestEvents(app, token);
  if (answer.status !== 200 || !answer.body) throw new Error(`No stream: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";

  /** Reads up to and including a match; undefined when the stream ends first. */
  async function readUntil(pattern: RegExp): Promise<RegExpExecArray | undefined> {
    for (;;) {
      const match = pattern.exec(text);
      if (match) {
        text = text.slice(match.index + match[0].length);
        return match;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }

  /** The topics of the next change; undefined when the stream ends before one. */
  async function changed(): Promise<string[] | undefined> {
    const match = await readUntil(/event: change\ndata: (.*)\n\n/);
    return match && (JSON.parse(match[1] ?? "") as { changed: string[] }).changed;
  }

  return {
    headers: answer.headers,
    /** Milliseconds since each topic changed; undefined when the stream ends first. */
    ready: async () => {
      const match = await readUntil(/event: ready\ndata: (.*)\n\n/);
      return match && (JSON.parse(match[1] ?? "") as Ready).changed_ms_ago;
    },
    changed,
    /** Whether a change of a topic arrives; skips changes of other topics. */
    async reports(topic: string): Promise<boolean> {
      let topics = await changed();
      while (topics && !topics.includes(topic)) topics = await changed();
      return topics !== undefined;
    },
    heartbeat: async () => (await readUntil(/(^|\n):\n\n/)) !== undefined,
    close: () => reader.cancel(),
  };
}

export function requestEvents(app: ListeningApp, token: string): Promise<Response> {
  const address = app.addresses()[0];
  if (typeof address !== "object") throw new Error("The app does not listen");
  return fetch(`http://127.0.0.1:${address.port}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
}
