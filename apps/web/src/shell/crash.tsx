import type { ErrorComponentProps } from "@tanstack/react-router";
import { Bug } from "lucide-react";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

/** When a page breaks: React has put it on the browser's console, and there are two ways out. */
export function Crash({ reset }: ErrorComponentProps) {
  return (
    <div role="alert">
      <FullPage
        inShell
        icon={<Bug />}
        title="Something went wrong"
        description="This page could not be shown. Nothing that you sent is lost; your history tells what was done."
        actions={
          <>
            <Button onClick={() => void tryAgain(reset)}>Try again</Button>
            {/* A full load: whatever broke is not kept. */}
            <a href={paths.home} className={buttonClass({ variant: "secondary" })}>
              Go to the dashboard
            </a>
          </>
        }
      />
    </div>
  );
}

/** What broke the page may be an answer that is kept; without it the page asks again. */
async function tryAgain(reset: () => void): Promise<void> {
  const { forgetAnswers } = await import("../api/use-api.ts");
  await forgetAnswers();
  reset();
}
