import { addAnswers } from "./answers.ts";
import { catalogue, textsOf } from "./language.ts";
import { language } from "./locale.ts";

const hindi = language === "hi" ? await loadHindi() : undefined;

/** The tag for texts of rooms that only super admins open: tenants don't load their translations. */
export const t = textsOf(hindi);

/** As `inContext` of language.ts. */
export const inContext = (context: string) => textsOf(hindi, `${context}: `);

async function loadHindi() {
  const [texts, answers] = await Promise.all([
    import("./hindi-super-admin.json"),
    import("@rokad/contract/hindi-super-admin-answers.json"),
  ]);
  addAnswers(answers.default);
  // Many texts are in rooms of both.
  return { ...catalogue, ...texts.default };
}
