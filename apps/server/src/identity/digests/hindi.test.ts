// The guarantee: who chose Hindi gets each e-mail in Hindi, on every device and of every business, with
// the names and amounts as people wrote them.
import { changeLanguage } from "@rokad/contract/language";
import { changeEmailAddress } from "@rokad/contract/notification-choices";
import { me } from "@rokad/contract/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openMailWorld, type MailWorld } from "../../../test/mail-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: MailWorld;
let count = 0;
beforeAll(async () => {
  world = await openMailWorld();
});
afterAll(() => world.close());

const useHindi = (person: SignedIn) => person.ask(changeLanguage, { body: { language: "hi" } });
async function withEmail(person: SignedIn) {
  const address = `hindi${(count += 1)}@example.com`;
  await world.verify(person, address);
  return { person, mails: () => mailsTo(address) };
}
const mailsTo = async (address: string) =>
  (await world.mailbox(address)).filter(({ purpose }) => !purpose.includes("email"));
async function deliver() {
  world.pass(11_000);
  await world.work();
}
/** The English of an e-mail besides its addresses and the product's name. */
const englishIn = (mail: { subject: string; text: string } | undefined) =>
  `${mail?.subject}\n${mail?.text}`
    .replaceAll(/https:\S+/g, "")
    .replaceAll("Rokad", "")
    .match(/[a-z]{2,}/gi) ?? [];

test("a person's language is theirs, until they choose another", async () => {
  const [shop, other] = [await world.retailer(), await world.retailer()];
  expect((await shop.ask(me, {})).data.language).toBe("en");
  await useHindi(shop);
  expect((await shop.ask(me, {})).data.language).toBe("hi");
  expect((await other.ask(me, {})).data.language).toBe("en");
  const unknown = await shop.put("/account/language", { language: "fr" });
  expect([unknown.status, unknown.body.error.fields]).toEqual([
    400,
    { language: "Choose en for English or hi for Hindi" },
  ]);
  await shop.ask(changeLanguage, { body: { language: "en" } });
  expect((await shop.ask(me, {})).data.language).toBe("en");
});

test("one payout that failed, and two, are an e-mail in Hindi with names and amounts", async () => {
  const shop = await world.operator({ name: "Asha Textiles", wallet: "₹50,000" });
  const { person, mails } = await withEmail(await world.member(shop, ["owner"]));
  await useHindi(person);
  const failing = { account_number: "026291800001190", ifsc_code: "YESB0000262" };
  await shop.pay(impsOrder(failing));
  await world.settle();
  await deliver();
  const [one] = await mails();
  expect(one?.html).toContain('<html lang="hi">');
  expect(one?.text).toContain("₹1,000.00");
  expect([...new Set(englishIn(one))]).toEqual(["Asha", "Rao", "Textiles"]);

  world.pass(6 * 60_000);
  await shop.pay(impsOrder(failing));
  await shop.pay(impsOrder({ ...failing, amount: 250.5 }));
  await world.settle();
  await deliver();
  const [two] = await mails();
  expect(two?.subject).toMatch(/^2 × [^a-z]+ · Rokad$/i);
  expect(two?.text).toContain("₹1,250.50");
  expect([...new Set(englishIn(two))]).toEqual(["Asha", "Rao", "Textiles"]);
});

test("a code for a new address is in Hindi", async () => {
  const shop = await world.retailer();
  await useHindi(shop);
  await shop.ask(changeEmailAddress, { body: { email: "new-hindi@example.com" } });
  await world.work();
  const [mail] = await world.mailbox("new-hindi@example.com");
  expect(mail?.text).toContain(mail?.code);
  expect(englishIn(mail)).toEqual([]);
});
