import { downloadPlatformReport, requestPlatformReport } from "@rokad/contract/platform-reports";
import type { PlatformReportKind, ReportFormat } from "@rokad/contract/platform-reports";
import { seededRandom } from "../src/demo/seeded-random.ts";
import { useClock } from "../src/clock.ts";
import { runJob } from "../src/jobs/run-job.ts";
import { useProviders } from "../src/providers/rails.ts";
import { sandboxProvider } from "../src/providers/sandbox/sandbox.ts";
import { workOfJobs } from "../src/work-of-jobs.ts";
import { impsOrder, upiOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * A platform with a history: some tenants whose payouts are paid, fail, come back or stay open
 * over three months, some of them across midnight in India. The same seed makes the same.
 */
export async function openPlatform(seed: number, payouts = 30) {
  let time = Date.parse("2026-08-30T04:00:00Z");
  const restoreClock = useClock(() => new Date(time));
  const world = await openWorld();
  const bank = sandboxProvider({ settleMs: 2_000 });
  useProviders({ primary: bank, alternative: bank });
  const random = seededRandom(seed);
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
    if (random(10) < 3) await tenant.pay(impsOrder({ amount }));
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

/** Does everything that waits in the background. */
export async function workInBackground(): Promise<void> {
  const stop = new AbortController().signal;
  while (await runJob({ work: workOfJobs, claimSeconds: 60, stop }));
}

/** A report as the bytes of its file, by the calls. */
export async function reportFile(
  { app }: World,
  boss: SignedIn,
  body: { kind: PlatformReportKind; format: ReportFormat; from: string; to: string },
): Promise<Buffer> {
  const { data } = await boss.ask(requestPlatformReport, { body });
  await workInBackground();
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
