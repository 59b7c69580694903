import { hash } from "node:crypto";
import type { Branding } from "@rokad/contract/brand-lines";
import { amountInWords } from "@rokad/money/words";
import { escapeHtml } from "../../kernel/escape-html.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr, rupees } from "../../kernel/money.ts";
import { describeOutcome, paymentFacts } from "./describe-payment.ts";
import type { Payment, ShownAdvice } from "./read-payment.ts";

/** One sentence for a link that is unknown, revoked, expired or turned off: it tells nothing apart. */
const ended = "This payment advice is not available. Ask the business that sent it for a new link.";

const tones: Readonly<Record<Payment["outcome"], string>> = {
  paid: "ok",
  partly: "warn",
  back: "bad",
  unpaid: "bad",
};

/** The page of a payment advice, without a script. */
export function adviceDocument({ payment, expiresAt }: ShownAdvice, brand: Branding): string {
  const { word, sentence } = describeOutcome(payment);
  const facts = paymentFacts(payment).map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const day = dateTimeInIndia(expiresAt).slice(0, "21/11/2026".length);
  return document(
    brand,
    `<p class="badge ${tones[payment.outcome]}">${word}</p>
<p class="amount">${rupees(payment.amountPaise)}</p>
<p class="muted">${escapeHtml(amountInWords(inr(payment.amountPaise)))}</p>
<p>${escapeHtml(sentence)}</p>
<dl>${facts.join("")}</dl>`,
    `This page shows the payment as it is now. It works until ${day}.`,
  );
}

/** The page of a link that shows nothing. */
export function endedDocument(brand: Branding): string {
  return document(brand, `<p>${ended}</p>`);
}

/** The page for an address that asked too often. */
export function busyDocument(brand: Branding): string {
  return document(brand, "<p>Too many requests from your network. Try again in an hour.</p>");
}

function document({ product }: Branding, body: string, foot = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>Payment advice · ${escapeHtml(product)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<header>${escapeHtml(product)}</header>
<section>
<h1>Payment advice</h1>
${body}
</section>
<footer>${escapeHtml(foot)}</footer>
</main>
</body>
</html>
`;
}

const styles = `
:root{color-scheme:light dark;--page:#f3f4f6;--card:#fff;--line:#dfe1e6;--ink:#16181d;--muted:#52565e;--ok:#056b46;--ok-bg:#e6f4ee;--warn:#8a5300;--warn-bg:#fdf3e1;--bad:#b3261e;--bad-bg:#fdeceb}
@media (prefers-color-scheme:dark){:root{--page:#101216;--card:#191c22;--line:#343943;--ink:#f2f3f5;--muted:#b0b5bf;--ok:#6ddcaf;--ok-bg:#10382b;--warn:#f3c26b;--warn-bg:#3a2a0c;--bad:#ff9a92;--bad-bg:#451d1b}}
*{box-sizing:border-box;margin:0}
body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:24px 16px}
header{padding:0 4px 12px;font-weight:600;color:var(--muted)}
section{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
section>p{margin-top:8px}
h1{font-size:1rem;font-weight:600;color:var(--muted)}
.badge{display:inline-block;padding:2px 10px;border-radius:99px;font-size:.875rem;font-weight:600}
.ok{color:var(--ok);background:var(--ok-bg)}
.warn{color:var(--warn);background:var(--warn-bg)}
.bad{color:var(--bad);background:var(--bad-bg)}
.amount{font-size:2rem;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums}
.muted,dt,footer{color:var(--muted)}
.muted,footer{font-size:.875rem}
dl{margin-top:20px}
dl>div{display:grid;grid-template-columns:6.5rem 1fr;gap:12px;padding:10px 0;border-top:1px solid var(--line)}
dd{font-variant-numeric:tabular-nums}
footer{padding:16px 4px}
@media print{body{background:none}section{border:0;padding:0}}
`;

/** The page loads nothing and runs nothing: only its own style sheet applies. */
export const adviceHeaders = {
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", styles, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
} as const;
