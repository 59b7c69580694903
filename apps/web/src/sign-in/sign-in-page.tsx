import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { t } from "../language.ts";
import { readSignOutReason } from "../api/sign-out-reason.ts";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { MarkWithName } from "../shell/mark.tsx";
import { otherLanguage, switchLanguage } from "../shell/language-switch.ts";
import { ThemeSwitch } from "../shell/theme-switch.tsx";
import { MobileForm } from "./mobile-form.tsx";
import { Button } from "../ui/button.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { isInvited } from "./invited.ts";

// Only those who were signed out read it.
const SignOutNotice = lazy(async () => ({
  default: (await import("./sign-out-notice.tsx")).SignOutNotice,
}));

const BrandPanel = lazy(async () => ({
  default: (await import("./brand-panel.tsx")).BrandPanel,
}));
const Invitations = lazy(async () => ({
  default: (await import("./invitations.tsx")).Invitations,
}));

const claims = branding.claims.map(({ figure, words }) => `${figure} ${words}`).join(" · ");

/* The static first paint in index.html has the same layout for the left half. */
export function SignInPage() {
  const isWide = useMediaQuery("(min-width: 1024px)");
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-h-dvh flex-col px-5 py-5 md:px-10 md:py-7">
        <header className="flex h-9 items-center justify-between">
          <MarkWithName />
          <div className="flex items-center gap-2">
            <Button variant="ghost" lang={otherLanguage.tag} onClick={switchLanguage}>
              {otherLanguage.name}
            </Button>
            <ThemeSwitch />
          </div>
        </header>
        <main className="mx-auto flex w-full max-w-[400px] flex-1 flex-col pt-[12dvh] pb-10 md:justify-center md:pt-10">
          {isInvited() ? (
            <Suspense>
              <Invitations />
            </Suspense>
          ) : (
            <SignIn />
          )}
        </main>
        <footer className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-muted">
          <span>© {branding.product}</span>
          <span className="lg:hidden">{branding.strengths.join(" · ")}</span>
          <span className="lg:hidden">{claims}</span>
        </footer>
      </div>
      <aside className="relative hidden overflow-hidden bg-night text-white lg:block">
        <Suspense>{isWide && <BrandPanel />}</Suspense>
      </aside>
    </div>
  );
}

function SignIn() {
  return (
    <>
      <h1 className="text-[26px] leading-8 font-semibold tracking-tight">
        {t`Sign in to ${branding.product}`}
      </h1>
      <p className="mt-1.5 text-[15px] leading-6 text-muted">{branding.signInLine}</p>
      {/* Together: a notice that came later would move the button under a finger or pointer. */}
      <Suspense>
        {readSignOutReason() && <SignOutNotice />}
        <MobileForm />
      </Suspense>
      <p className="mt-5 text-dense text-muted">
        {t`By continuing you agree to our ${(
          <Link to={paths.terms} className="text-text underline underline-offset-4">
            {t`Terms`}
          </Link>
        )} and ${(
          <Link to={paths.privacy} className="text-text underline underline-offset-4">
            {t`Privacy Policy`}
          </Link>
        )}.`}
      </p>
    </>
  );
}
