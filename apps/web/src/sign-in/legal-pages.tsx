import { brand } from "@rokad/contract/brand";
import type { LegalText } from "@rokad/contract/brand-lines";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { t } from "../language.ts";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { MarkWithName } from "../shell/mark.tsx";
import { ThemeSwitch } from "../shell/theme-switch.tsx";

export function TermsPage() {
  return <LegalPage {...(branding.terms ?? brand.terms)} />;
}

export function PrivacyPage() {
  return <LegalPage {...(branding.privacy ?? brand.privacy)} />;
}

function LegalPage({ title, updated, sections }: LegalText) {
  return (
    <div className="min-h-dvh px-5 py-5 md:px-10 md:py-7">
      <header className="flex h-9 items-center justify-between">
        <MarkWithName />
        <ThemeSwitch />
      </header>
      <main className="mx-auto max-w-[640px] py-10 md:py-16">
        <Link
          to={paths.signIn}
          className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          {t`Back to sign in`}
        </Link>
        <h1 className="mt-4 text-[26px] leading-8 font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-dense text-muted">{t`Last updated ${updated}`}</p>
        {sections.map(({ heading, text }) => (
          <section key={heading} lang="en" className="mt-8">
            <h2 className="text-[15px] font-semibold">{heading}</h2>
            <p className="mt-1.5 text-[15px] leading-6 text-muted">{text}</p>
          </section>
        ))}
        <p className="mt-10 border-t border-line pt-5 text-dense text-muted">
          {t`Questions? Write to ${(
            <a
              href={`mailto:${branding.supportEmail}`}
              className="text-text underline underline-offset-4"
            >
              {branding.supportEmail}
            </a>
          )}.`}
        </p>
      </main>
    </div>
  );
}
