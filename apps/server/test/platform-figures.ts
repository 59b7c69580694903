import { downloadPlatformReport, requestPlatformReport } from "@rokad/contract/platform-reports";
import type { PlatformReportKind, ReportFormat } from "@rokad/contract/platform-reports";
import { seededRandom } from "../src/kernel/seeded-random.ts";
import { useClock } from "../src/kernel/clock.ts";
import { useProviders } from "../src/providers/configured-providers.ts";
import { sandboxProvider } from "../src/providers/sandbox/sandbox.ts";
import { impsOrder, upiOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import { runDueJobs } from "./run-due-jobs.ts";
import { openWorld, type World } from "./world.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * A platform with three months of random payouts: paid, failed, returned and open ones, some across
 * midnight in India. The same seed gives the same history.
 */
export async function openPlatformWithHistory(seed: number, payouts = 30) {
  let time = Date.parse("2026-08-30T04:00:00Z");
  const restoreClock = useClock(() => new Date(time));
  const world = await openWorld();
  const bank = sandboxProvider({ settleMs: 2_000 });
  useProviders({ primary: bank, alternative: bank });
  const { below: random } = seededRandom(seed);
  const names = ["=Sum(A1) Traders", "Verma & Sons", "शर्मा ट्रेडर्स"];
  const mobiles: string[] = [];
  for (const name of names) {
    const tenant = await world.operator({ name, wallet: "₹50,000" });
    if (mobiles.push(tenant.mobile) === 1) await world.requestDeposit(tenant, 777);
  }
  const outcomes = ["asha@okhdfc", "asha@okhdfc", "failure@upi", "reversed@upi", "shop@ybl"];
  const boss = await world.superAdmin();
  for (let nth = 0; nth < payouts; nth += 1) {
    // Sometimes a second before midnight in India, so that it settles on the next day.
    time += (1 + random(3)) * dayMs + random(600) * minuteMs;
    if (random(10) < 3) time = Math.ceil(time / dayMs) * dayMs + 18.5 * 60 * minuteMs - 1_000;
    const tenant = await world.signIn(mobiles[random(mobiles.length)] ?? "");
    const amount = (1_00 + random(4_000_00)) / 100;
    if (random(10) < 3) await tenant.pay(impsOrder({ amount, purpose: "utility" }));
    else await tenant.pay(upiOrder(outcomes[random(outcomes.length)], { amount }));
    for (let step = 0; step < 3; step += 1) {
      await world.work();
      time += 2_000;
    }
    await world.work();
  }
  time += dayMs;
  const open = await world.signIn(mobiles[0] ?? "");
  await open.pay(upiOrder("pending@upi", { amount: 321.5 }));
  await world.work();
  time += 90 * minuteMs;
  const signedIn: SignedIn[] = [];
  for (const mobile of mobiles) signedIn.push(await world.signIn(mobile));
  return {
    world,
    tenants: signedIn,
    boss: await world.signIn(boss.mobile),
    today: new Date(time + 5.5 * 60 * minuteMs).toISOString().slice(0, 10),
    pass(ms: number) {
      time += ms;
    },
    async close() {
      restoreClock();
      await world.close();
    },
  };
}

/** Requests a report, creates it, and downloads its file. */
export async function reportFile(
  { app }: World,
  boss: SignedIn,
  body: { kind: PlatformReportKind; format: ReportFormat; from: string; to: string },
): Promise<Buffer> {
  const { data } = await boss.ask(requestPlatformReport, { body });
  await runDueJobs();
  const {
    statusCode,
    rawPayload,
    body: text,
  } = await app.inject({
    url: `/api/v1${downloadPlatformReport.path.replace("{id}", data.id)}`,
    headers: { authorization: `Bearer ${boss.token}` },
  });
  if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
  return rawPayload;
}
