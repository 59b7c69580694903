import type { ErrorComponentProps } from "@tanstack/react-router";
import { Bug } from "lucide-react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

/** Shown when a page throws. React logs the error to the browser's console. */
export function PageError({ reset }: ErrorComponentProps) {
  return (
    <div role="alert">
      <FullPage
        inShell
        icon={<Bug />}
        title={t`Something went wrong`}
        description={t`This page can't be shown. What you sent is not lost: check your history.`}
        actions={
          <>
            <Button onClick={() => void tryAgain(reset)}>{t`Try again`}</Button>
            {/* A full page load drops the broken state. */}
            <a href={paths.home} className={buttonClass({ variant: "secondary" })}>
              {t`Go to the dashboard`}
            </a>
          </>
        }
      />
    </div>
  );
}

/** A cached answer may have broken the page, so it is loaded again. */
async function tryAgain(reset: () => void): Promise<void> {
  const { clearApiCache } = await import("../api/use-api.ts");
  await clearApiCache();
  reset();
}
