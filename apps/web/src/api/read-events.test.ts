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

test("events are the same wherever the network cuts the stream; what has no end is no event", async () => {
  for (let first = 0; first <= bytes.length; first += 1) {
    const heard: string[] = [];
    let signs = 0;
    await readEvents(
      streamOf(bytes, [first, Math.min(first + 3, bytes.length)]),
      (name, data) => heard.push(`${name} ${data}`),
      () => (signs += 1),
    );
    expect(heard).toEqual(["ready {}", 'change {"changed":["ₓ"]}']);
    expect(signs).toBeGreaterThan(0);
  }
});
