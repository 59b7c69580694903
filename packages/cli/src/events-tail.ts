import type { Event, Rokad } from "@rokad/sdk";
import { type Command, connect, numberOption, optionOf } from "./command.ts";
import { printable } from "./table.ts";

export const eventsTail: Command = {
  name: "events tail",
  about: "Print events as they happen, until Ctrl-C",
  options: {
    after: { value: "version", about: "Start after this one; 0: with the oldest. Default: now" },
    types: { value: "list", about: "Only these, as payout.success,payout.failed" },
    once: { about: "End at the newest event" },
  },
  isEndless: true,
  async run(call) {
    const { io, isJson, options } = call;
    const rokad = await connect(call);
    const after = numberOption(call, "after", 0) ?? (await newestVersion(rokad));
    const types = optionOf(call, "types");
    const filter = { after, ...(types !== undefined && { types }) };
    const events =
      options["once"] === true
        ? rokad.eachEvent(filter)
        : rokad.followEvents({ ...filter, signal: io.signal });
    for await (const event of events) io.print(isJson ? JSON.stringify(event) : lineOf(event));
  },
};

/** The version of the newest event that this key can read; 0 if there is none. */
export async function newestVersion(rokad: Rokad): Promise<number> {
  const before = Number.MAX_SAFE_INTEGER;
  const { data } = await rokad.listEvents({ query: { before, limit: 1 } });
  return data[0]?.version ?? 0;
}

export function lineOf(event: Event): string {
  const { version, created_at: at, type, subject_id: id, client_reference: own } = event;
  return printable(`${version}  ${at}  ${type}  ${own ?? id}`);
}
