import type { Language } from "@rokad/contract/language";
import { escapeHtml } from "../../kernel/escape-html.ts";
import { productName } from "../settings/read-branding.ts";
import { linkTo } from "./configured-mail.ts";
import type { EmailDraft } from "./email-draft.ts";
import { translateEmail } from "./translate-email.ts";

export interface WrittenEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const subjectCharsMax = 120;

/**
 * Writes an e-mail as plain text and as HTML without images, scripts or foreign addresses.
 * @param language the reader's; the draft is in English.
 */
export async function writeEmail(draft: EmailDraft, language: Language): Promise<WrittenEmail> {
  const product = await productName();
  const translated = language === "hi" ? await translateEmail(draft) : draft;
  const fullStop = language === "hi" ? "।" : ".";
  const intro = translated.intro.map((text) => (/[.?!:।]$/.test(text) ? text : text + fullStop));
  const final = { ...translated, intro };
  return {
    subject: cut(oneLine(`${final.title} · ${product}`), subjectCharsMax),
    text: asText(final, product),
    html: asHtml(final, product, language),
  };
}

/** Without line breaks and marks that turn text round: what follows a name stays what it is. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function cut(text: string, charsMax: number): string {
  const characters = [...text];
  return characters.length <= charsMax ? text : `${characters.slice(0, charsMax - 1).join("")}…`;
}

function asText(draft: EmailDraft, product: string): string {
  const { intro, code, items = [], button, footer, footerLink } = draft;
  const blocks = [
    oneLine(draft.title),
    ...intro.map(oneLine),
    ...(code === undefined ? [] : [code]),
    ...items.map(({ title, text, page }) =>
      [oneLine(title), oneLine(text), ...(page === null ? [] : [linkTo(page)])].join("\n"),
    ),
    ...(button ? [`${button.label}: ${linkTo(button.page)}`] : []),
    [
      `-- `,
      product,
      ...footer.map(oneLine),
      ...(footerLink ? [`${footerLink.label}: ${linkTo(footerLink.page)}`] : []),
    ].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function asHtml(draft: EmailDraft, product: string, language: Language): string {
  const { intro, code, items = [], button, footer, footerLink } = draft;
  const title = escapeHtml(oneLine(draft.title));
  const body = [
    `<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600;color:#16181d">${title}</h1>`,
    ...intro.map((line) => paragraph(escapeHtml(oneLine(line)))),
    ...(code === undefined
      ? []
      : [
          `<p class="ink sunken" style="margin:16px 0;padding:14px;border-radius:8px;background:#f3f4f6;font-size:28px;line-height:34px;font-weight:600;letter-spacing:6px;text-align:center;color:#16181d">${escapeHtml(code)}</p>`,
        ]),
    ...items.map(asItem),
    ...(button
      ? [
          `<p style="margin:20px 0 4px"><a class="button" href="${escapeHtml(linkTo(button.page))}" style="display:inline-block;padding:11px 18px;border-radius:8px;background:#4338ca;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
  ];
  const foot = [
    ...footer.map((line) => escapeHtml(oneLine(line))),
    ...(footerLink
      ? [
          `<a class="link" href="${escapeHtml(linkTo(footerLink.page))}" style="color:#4338ca">${escapeHtml(footerLink.label)}</a>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed"><tr><td class="muted" style="padding:0 4px 12px;font-size:14px;line-height:20px;font-weight:600;color:#52565e">${escapeHtml(product)}</td></tr>
<tr><td class="card" style="padding:24px;border:1px solid #dfe1e6;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">
${body.join("\n")}
</td></tr>
<tr><td class="muted" style="padding:16px 4px;font-size:13px;line-height:19px;color:#52565e;overflow-wrap:anywhere">${foot.join("<br>")}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** For clients that follow the person's dark mode; others show the light colours. */
const darkStyles = [
  ":root{color-scheme:light dark}",
  "@media (prefers-color-scheme:dark){",
  ".page{background:#101216 !important}",
  ".card{background:#191c22 !important;border-color:#343943 !important}",
  ".sunken{background:#23272f !important}",
  ".ink{color:#f2f3f5 !important}",
  ".muted{color:#b0b5bf !important}",
  ".link{color:#a5b4fc !important}",
  ".button{background:#4f46e5 !important;color:#ffffff !important}",
  ".row{border-color:#343943 !important}",
  "}",
].join("");

function paragraph(html: string): string {
  return `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:23px;color:#16181d">${html}</p>`;
}

function asItem({ title, text, page }: NonNullable<EmailDraft["items"]>[number]): string {
  const name = escapeHtml(oneLine(title));
  const heading =
    page === null
      ? name
      : `<a class="link" href="${escapeHtml(linkTo(page))}" style="color:#4338ca;text-decoration:underline">${name}</a>`;
  return `<div class="row" style="padding:12px 0;border-top:1px solid #dfe1e6"><p class="ink" style="margin:0;font-size:15px;line-height:22px;font-weight:600;color:#16181d">${heading}</p><p class="muted" style="margin:2px 0 0;font-size:14px;line-height:21px;color:#52565e">${escapeHtml(oneLine(text))}</p></div>`;
}
