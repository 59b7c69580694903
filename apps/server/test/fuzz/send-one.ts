import type { calls } from "@rokad/contract/calls";
import type { Counts } from "./counts.ts";
import { Dice } from "./dice.ts";
import { planDoor, type DoorName } from "./doors.ts";
import { faultsIn, tellsApart } from "./judge.ts";
import { rawFaults } from "./raw-judge.ts";
import { rawCases, sendRaw } from "./raw-sockets.ts";
import { planCall, type Planned, type Setting } from "./requests.ts";
import type { openLine } from "./send.ts";
import { shrunk } from "./shrink.ts";

/** A call of the contract, a door beside the calls, or a bare socket. */
export type Target = (typeof calls)[number] | DoorName | "raw";

interface Means {
  readonly setting: Setting;
  readonly line: ReturnType<typeof openLine>;
  readonly port: number;
  readonly counts: Counts;
  /** The command that makes the request of this number again. */
  readonly replay: (number: number) => string;
  readonly found: (fault: string) => void;
}

/**
 * Sends requests one by one, judges each answer, learns ids from it, and keeps which payouts
 * were acknowledged to whom.
 */
export function sender({ setting, line, port, counts, replay, found }: Means) {
  const { people, ids, seed } = setting;
  const acknowledged = new Map<string, string>();

  async function sendOne(target: Target, number: number): Promise<void> {
    if (target === "raw") return sendRawOne(number);
    const planned =
      typeof target === "string"
        ? planDoor(target, number, setting)
        : planCall(target, number, setting);
    const wrong = await sendAndJudge(planned);
    const [first] = wrong;
    if (first === undefined) return;
    const smallest = await shrunk(planned, async (smaller) =>
      (await sendAndJudge(smaller)).some((again) => again.startsWith(first.slice(0, 40))),
    );
    found(`${wrong.join("; ")}\n    ${told(smallest)}\n    ${replay(number)}`);
  }

  async function sendAndJudge(planned: Planned): Promise<string[]> {
    const heard = await line.send(planned);
    counts.add(planned, heard);
    const wrong = faultsIn(planned, heard, people);
    if (heard.status > 0 && heard.status < 300) learn(planned, heard.text);
    if (!planned.twin) return wrong;
    const other = await line.send(planned.twin);
    counts.add(planned, other);
    const isPassing = [heard, other].some(({ status }) => passing.has(status));
    const apart = isPassing ? undefined : tellsApart(heard, other);
    return apart ? [...wrong, apart] : wrong;
  }

  function learn({ call, endpoint, who }: Planned, text: string): void {
    const answer = parsed(text);
    if (call && who !== "retailer") ids.learn(call.path, answer);
    // Also at an address that was bent, of which some lead to the call all the same.
    const paid = endpoint === "initiatePayout" ? answer?.data?.id : undefined;
    const payer = (people.ids as Readonly<Record<string, string>>)[who];
    if (paid && payer) acknowledged.set(paid, payer);
  }

  async function sendRawOne(number: number): Promise<void> {
    const what = new Dice(seed, number).one(rawCases);
    const outcome = await sendRaw(port, what);
    const status = outcome.heard[0]?.status ?? 0;
    const planned = { endpoint: "door raw", kind: "raw", who: "nobody", number } as const;
    counts.add(planned, { status, ms: outcome.ms });
    const wrong = rawFaults(what, outcome);
    if (wrong.length === 0) return;
    const sent = JSON.stringify(what.parts).slice(0, 200);
    found(`${wrong.join("; ")}\n    ${what.name}: ${sent}\n    ${replay(number)}`);
  }

  return { sendOne, acknowledged: acknowledged as ReadonlyMap<string, string> };
}

/** What depends on the moment: a limit that is reached, a session that another request ended. */
const passing = new Set([0, 401, 429, 503]);

/** The request as it can be shown: its token is told by whose it is. */
function told({ method, path, headers, body, who, kind }: Planned): string {
  const { authorization, ...others } = headers;
  const shown = Object.entries(others).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const text = String(body ?? "").replaceAll(
    /"authorization_token":"[^"]*"/g,
    '"authorization_token":"…"',
  );
  return [
    `${method} ${path.slice(0, 300)} as ${who} (${kind}${authorization ? ", with a token" : ""})`,
    ...shown,
    text.slice(0, 600),
  ].join(" | ");
}

function parsed(text: string): { data?: { id?: string } } | undefined {
  try {
    return JSON.parse(text) as { data?: { id?: string } };
  } catch {
    return undefined;
  }
}
