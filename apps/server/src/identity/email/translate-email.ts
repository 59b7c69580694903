import type { EmailDraft } from "./email-draft.ts";

/** Loaded with the first e-mail in Hindi. */
async function loadTranslations() {
  const [{ addAnswers, translateFacts }, superAdmins, emails] = await Promise.all([
    import("@rokad/contract/hindi-answers"),
    import("@rokad/contract/hindi-super-admin-answers.json", { with: { type: "json" } }),
    import("./hindi-emails.json", { with: { type: "json" } }),
  ]);
  addAnswers(superAdmins.default);
  addAnswers(emails.default);
  return (text: string) => translateFacts(text);
}
let translations: ReturnType<typeof loadTranslations> | undefined;

/** The draft in Hindi. Names, and other words of people, stay as they are. */
export async function translateEmail(draft: EmailDraft): Promise<EmailDraft> {
  const asHindi = await (translations ??= loadTranslations());
  const { items, button, footerLink } = draft;
  return {
    ...draft,
    title: asHindi(draft.title),
    intro: draft.intro.map(asHindi),
    footer: draft.footer.map(asHindi),
    ...(items && {
      items: items.map(({ title, text, page }) => ({
        title: asHindi(title),
        text: asHindi(text),
        page,
      })),
    }),
    ...(button && { button: { ...button, label: asHindi(button.label) } }),
    ...(footerLink && { footerLink: { ...footerLink, label: asHindi(footerLink.label) } }),
  };
}
