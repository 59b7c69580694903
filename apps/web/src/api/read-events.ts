/**
 * Reads server-sent events to the end of their stream. Our server writes each as `event: name` and
 * one line of `data`; lines that begin with a colon are heartbeats.
 * @param onData called for every chunk, with or without an event.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (name: string, data: string) => void,
  onData: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onData();
    const blocks = (rest + value).split("\n\n");
    // The last block may continue in the next chunk.
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) onEvent(name, data);
    }
  }
}
