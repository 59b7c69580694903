import { expect, test } from "vitest";
import { readEvents } from "./read-events.ts";

function streamOf(bytes: Uint8Array<ArrayBuffer>, cuts: readonly number[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      let from = 0;
      for (const to of [...cuts, bytes.length]) {
        controller.enqueue(bytes.slice(from, to));
        from = to;
      }
      controller.close();
    },
  });
}

const text =
  'event: ready\ndata: {}\n\n:\n\nevent: change\ndata: {"changed":["ₓ"]}\n\n:\n\nevent: cut';
const bytes = new TextEncoder().encode(text);

test("reads the same events wherever the network splits the stream, and drops an incomplete one", async () => {
  for (let first = 0; first <= bytes.length; first += 1) {
    const events: string[] = [];
    let chunks = 0;
    await readEvents(
      streamOf(bytes, [first, Math.min(first + 3, bytes.length)]),
      (name, data) => events.push(`${name} ${data}`),
      () => (chunks += 1),
    );
    expect(events).toEqual(["ready {}", 'change {"changed":["ₓ"]}']);
    expect(chunks).toBeGreaterThan(0);
  }
});
