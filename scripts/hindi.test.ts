// The guarantee: every text of the console has its Hindi, and no translation is left of one that went.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import answers from "@rokad/contract/hindi-answers.json" with { type: "json" };
import superAdminAnswers from "@rokad/contract/hindi-super-admin-answers.json" with { type: "json" };
import emails from "../apps/server/src/identity/email/hindi-emails.json" with { type: "json" };
import superAdmins from "../apps/web/src/hindi-super-admin.json" with { type: "json" };
import tenants from "../apps/web/src/hindi.json" with { type: "json" };
import { readAnswerTexts, readConsoleTexts, readRuleMessages } from "./read-texts.ts";

const texts = readConsoleTexts();
const catalogues = [tenants, superAdmins, answers, superAdminAnswers, emails];
const keysOf = (catalogue: object) => Object.keys(catalogue);
const tenantsHave = new Set(keysOf(tenants));

test("the reader sees the console's texts, so that the rules below mean something", () => {
  expect(texts.length).toBeGreaterThan(5_000);
});

test("every text of the console has its Hindi where its reader loads it", () => {
  const superAdminsHave = new Set([...tenantsHave, ...keysOf(superAdmins)]);
  const missing = texts
    .filter(({ key, isSuperAdmins }) => !(isSuperAdmins ? superAdminsHave : tenantsHave).has(key))
    .map(({ key, path }) => `${path}: ${key}`);
  expect(missing).toEqual([]);
});

test("no translation is left of a text that went, or loaded by those who never see it", () => {
  const ofTenants = new Set(texts.filter((text) => !text.isSuperAdmins).map(({ key }) => key));
  const ofSuperAdmins = new Set(texts.filter((text) => text.isSuperAdmins).map(({ key }) => key));
  expect(keysOf(tenants).filter((key) => !ofTenants.has(key))).toEqual([]);
  expect(
    keysOf(superAdmins).filter((key) => !ofSuperAdmins.has(key) || tenantsHave.has(key)),
  ).toEqual([]);
});

test("every translated text of answers and e-mails stands in the server or the contract, once", () => {
  const known = readAnswerTexts();
  const translated = [answers, superAdminAnswers, emails].flatMap(keysOf);
  expect(translated.filter((key) => !known.has(key))).toEqual([]);
  expect(translated.filter((key, at) => translated.indexOf(key) !== at)).toEqual([]);
});

test("every message of a form's rule has its Hindi", () => {
  const messages = readRuleMessages();
  expect(messages.length).toBeGreaterThan(200);
  const translated = new Set([answers, superAdminAnswers].flatMap(keysOf));
  expect(messages.filter((message) => !translated.has(message))).toEqual([]);
});

test("a translation has the values of its text, and its spaces at both ends", () => {
  const shapeOf = (text: string) => [
    [...new Set(text.match(/\{\d+\}/g))].toSorted(),
    text.startsWith(" "),
    text.endsWith(" "),
  ];
  const different = catalogues
    .flatMap((catalogue) => Object.entries<string>(catalogue))
    .filter(([key, hindi]) => String(shapeOf(key)) !== String(shapeOf(hindi)));
  expect(different).toEqual([]);
});

test("catalogues are sorted, so that a change is a line", () => {
  for (const catalogue of catalogues)
    expect(keysOf(catalogue)).toEqual(keysOf(catalogue).toSorted());
});

test("the static first paint says in Hindi what the console then says", () => {
  const page = readFileSync("apps/web/index.html", "utf8");
  const said = [...page.matchAll(/data-hi="([^"]*)"/g)].map(([, text = ""]) => text);
  const links = [tenants.Terms, tenants["Privacy Policy"]];
  const consent = tenants["By continuing you agree to our {0} and {1}."];
  const known = new Set([
    ...Object.values(tenants),
    consent.replace(/\{(\d)\}/g, (_, at) => links[Number(at)] ?? ""),
  ]);
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((text) => !known.has(text.replace("{{product}}", "{0}")))).toEqual([]);
});
