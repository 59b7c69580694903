import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Event, signWebhook } from "@rokad/sdk";
import {
  type Command,
  type CommandCall,
  connect,
  numberOption,
  optionOf,
  requiredOption,
} from "./command.ts";
import { lineOf, newestVersion } from "./events-tail.ts";
import { UsageError } from "./exit-codes.ts";
import { folderOf, readJsonFile, readLogin, writeJsonFile } from "./login-file.ts";

/** What a forwarding remembers between its runs. */
interface Forwarding {
  readonly forwardTo: string;
  /** The newest event that was forwarded. */
  readonly version: number;
  readonly secret: string;
}

export const listen: Command = {
  name: "listen",
  about: "Forward events to a server on this machine, signed as webhooks, until Ctrl-C",
  options: {
    "forward-to": { value: "address", about: "Such as http://localhost:4000/webhooks" },
    types: { value: "list", about: "Only these, as payout.success,payout.failed" },
    after: { value: "version", about: "Start after this one instead of where the last run ended" },
    once: { about: "End at the newest event" },
  },
  isEndless: true,
  async run(call) {
    const { io } = call;
    const forwardTo = requiredOption(call, "forward-to");
    if (!/^https?:/.test(forwardTo) || !URL.canParse(forwardTo))
      throw new UsageError("--forward-to must be an address, such as http://localhost:4000");
    const rokad = await connect(call);
    const { data: key } = await rokad.getOwnApiKey();
    const { url } = await readLogin(io);
    const file = fileOf([url, key.business.id, forwardTo]);
    const earlier = await readJsonFile<Forwarding>(join(folderOf(io), file));
    const secret = earlier?.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
    let version =
      numberOption(call, "after", 0) ?? earlier?.version ?? (await newestVersion(rokad));
    const remember = async (newest: number) => {
      version = newest;
      await writeJsonFile(io, file, { forwardTo, version, secret } satisfies Forwarding);
    };
    // A first run that ends before any event must start here again.
    await remember(version);
    io.note(`Forwarding the events of ${key.business.name} after ${version} to ${forwardTo}`);
    io.note(`They are signed with ${secret}`);
    const types = optionOf(call, "types");
    const filter = { after: version, ...(types !== undefined && { types }) };
    const events =
      call.options["once"] === true
        ? rokad.eachEvent(filter)
        : rokad.followEvents({ ...filter, signal: io.signal });
    for await (const event of events) {
      const status = await forward(call, event, { forwardTo, secret });
      io.print(
        call.isJson ? JSON.stringify({ event, status }) : `${lineOf(event)}  answered ${status}`,
      );
      await remember(event.version);
    }
  },
};

/** Sends an event until the server answers: an event is skipped only by an answer, whatever it is. */
async function forward(
  { io }: CommandCall,
  event: Event,
  { forwardTo, secret }: { forwardTo: string; secret: string },
): Promise<number> {
  const body = JSON.stringify(event);
  for (let seconds = 1; ; seconds = Math.min(30, seconds * 2)) {
    const headers = await signWebhook({ id: event.id, body, secret });
    try {
      const response = await fetch(forwardTo, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: AbortSignal.any([io.signal, AbortSignal.timeout(15_000)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      io.signal.throwIfAborted();
      io.note(`${lineOf(event)}  no answer, again in ${seconds} s`);
      await pause(seconds * 1000, undefined, { signal: io.signal });
    }
  }
}

function fileOf(parts: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `listen-${hash.slice(0, 16)}.json`;
}
