import { setTimeout as pause } from "node:timers/promises";
import type { Telling } from "./banks.ts";
import type { Dice } from "./dice.ts";
import { count } from "./journal.ts";
import type { World } from "./world.ts";

const roundMs = 80;
/** As providers do: again and again, for longer than a server takes to come back. */
const patienceSeconds = 300;

/**
 * Tells us what the banks have to tell, as badly as banks do: twice, late and in another order, not
 * at all, and now and then somebody else tries it with a signature of his own.
 * @returns what ends it, when everything is told that is told at all.
 */
export function tellWebhooks(world: World, dice: Dice): { calm(): void; stop(): Promise<void> } {
  let isCalm = false;
  let stopping = false;
  const late: Telling[] = [];
  const running = (async () => {
    while (!stopping) {
      const due = late.splice(0, late.length > 20 || isCalm ? late.length : 0);
      const fresh = world.banks.takeTellings();
      await Promise.all([...due, ...fresh].map((one) => (isCalm ? deliver(one) : tell(one))));
      await pause(roundMs);
    }
  })();

  async function tell(one: Telling): Promise<void> {
    const fate = dice.weighed({ told: 60, twice: 15, late: 15, lost: 6, forged: 4 });
    // Cashfree has no list of credits or returns: it tells each until it is heard.
    const mayBeLost =
      one.about === "payout" || (one.about === "return" && one.bank === "razorpayx");
    // Every other return of RazorpayX's is left to the reconciliation.
    if (mayBeLost && (fate === "lost" || (one.about === "return" && dice.chance(50))))
      return count(world.journal, `webhooks of a ${one.about} lost`);
    if (fate === "late") {
      count(world.journal, "webhooks told late, out of their order");
      late.splice(dice.below(late.length + 1), 0, one);
      return;
    }
    if (fate === "forged") await forge(one);
    await deliver(one);
    if (fate !== "twice") return;
    count(world.journal, "webhooks told twice");
    await deliver(one);
  }

  async function deliver(one: Telling): Promise<void> {
    const end = Date.now() + patienceSeconds * 1_000;
    while (Date.now() < end) {
      if ((await post(world, one)) === 200) return count(world.journal, "webhooks told");
      await pause(250);
    }
    world.journal.surprises.push(`A webhook of ${one.bank} was not taken`);
  }

  async function forge(one: Telling): Promise<void> {
    const rawBody = Buffer.from(
      one.rawBody.toString("utf8").replace(/FAILED|processed|SUCCESS/, "SUCCESS "),
    );
    const headers = Object.fromEntries(
      Object.entries(one.headers).map(([name, value]) =>
        name.endsWith("signature")
          ? [name, value.replace(/[0-9a-f]/, "0").slice(0, -2)]
          : [name, value],
      ),
    );
    count(world.journal, "webhooks forged");
    if ((await post(world, { ...one, headers, rawBody })) === 200)
      world.journal.surprises.push(`A forged webhook of ${one.bank} was believed`);
  }

  return {
    calm: () => {
      isCalm = true;
    },
    async stop(): Promise<void> {
      stopping = true;
      await running;
      for (const one of late) await deliver(one);
    },
  };
}

let turn = 0;

async function post({ servers }: World, { bank, headers, rawBody }: Telling): Promise<number> {
  const port = servers.ports[(turn += 1) % servers.ports.length] ?? 0;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/webhooks/${bank}`, {
    method: "POST",
    headers,
    body: new Uint8Array(rawBody),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}
