import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "./api/session.ts";
import { router } from "./routes.tsx";
import { toasterWanted } from "./ui/toast.ts";

const Toaster = lazy(async () => ({ default: (await import("./ui/toaster.tsx")).Toaster }));

followOtherTabs();
// The static first paint stays on the screen until the page's own code is here.
await router.load();

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <RouterProvider router={router} />
      <Toasts />
    </CSPProvider>
  </StrictMode>,
);

/** The toaster's code comes with the first message. */
function Toasts() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get);
  return (
    <Suspense>{wanted && <Toaster />}</Suspense>
  );
}
