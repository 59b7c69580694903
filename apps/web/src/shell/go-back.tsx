import { useRouter } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";

/** A way out of a page that one may not see; from a link or bookmark there is no page to go back to. */
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
      Go Back
    </Button>
  );
}
