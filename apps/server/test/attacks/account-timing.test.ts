// Attack: telling from the answer of send-otp which numbers have an account (finding M4). Fails now.
// Run it: npx vitest run --project=database apps/server/test/attacks
// Its timing, measured: npm run sign-in-timing
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { afterAnswers } from "../../src/identity/sign-in/run-after-answer.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { useSmsGateways } from "../../src/identity/sms/sms-gateway.ts";
import { openBrowser } from "../browser.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";

let world: PayoutWorld;
let finish: PromiseWithResolvers<void>;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterEach(async () => {
  finish.resolve();
  await afterAnswers();
});
afterAll(() => world.close());

/** A gateway that takes a text when the test says so. */
function startWaitingGateway() {
  finish = Promise.withResolvers<void>();
  const sent: string[] = [];
  useSmsGateways({
    name: "msg91",
    missingSettings: async () => [],
    send: async ({ mobile }) => {
      await finish.promise;
      sent.push(mobile);
    },
  });
  return sent;
}

async function newPerson(): Promise<string> {
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Kabir Rao" });
  return mobile;
}

test("the answer does not wait for the gateway", async () => {
  const sent = startWaitingGateway();
  const mobile = await newPerson();
  const browser = openBrowser(world.app);
  expect((await browser.requestCode(mobile)).status).toBe(200);
  expect((await browser.delivery(mobile)).body.data).toEqual({ delivery: "sent" });
  expect(sent).toEqual([]);
  finish.resolve();
  await afterAnswers();
  expect(sent).toEqual([mobile]);
});

test("until the answer, the database does the same for both kinds of numbers", async () => {
  const known = await statementsUntilAnswer(await newPerson());
  const unknown = await statementsUntilAnswer(world.newMobile());
  expect(known.length).toBeGreaterThan(4);
  expect(unknown).toEqual(known);
});

/** The statements that a request starts before it is answered, in order. */
async function statementsUntilAnswer(mobile: string): Promise<string[]> {
  startWaitingGateway();
  const browser = openBrowser(world.app, `203.0.113.${mobile.slice(-2)}`);
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...input: unknown[]) {
    const [first] = input as [string | { text: string }];
    statements.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, input) as never;
  };
  try {
    expect((await browser.requestCode(mobile)).status).toBe(200);
  } finally {
    pg.Client.prototype.query = query;
  }
  // The task of this answer ends before the next request starts.
  finish.resolve();
  await afterAnswers();
  // With the commit the answer is decided; what follows is the task after it.
  return statements.slice(0, statements.indexOf("commit") + 1);
}
