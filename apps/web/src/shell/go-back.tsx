import { useRouter } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";

/** Leaves a forbidden page. After a link or bookmark there is no history, so it opens the dashboard. */
export function GoBack() {
  const router = useRouter();
  return (
    <Button
      variant="secondary"
      onClick={() => {
        if (router.history.canGoBack()) router.history.back();
        else void router.navigate({ to: paths.dashboard });
      }}
    >
      {t`Go Back`}
    </Button>
  );
}
