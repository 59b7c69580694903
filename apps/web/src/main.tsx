import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "./api/session.ts";
import { router } from "./routes.tsx";
import { focusPage } from "./shell/page-title.ts";
import { Toaster } from "./ui/toaster.tsx";

followOtherTabs();
router.subscribe("onResolved", ({ fromLocation, toLocation, pathChanged }) => {
  focusPage(toLocation.pathname, pathChanged && fromLocation !== undefined);
});
// The static first paint stays on the screen until the page's own code is here.
await router.load();

const place = document.querySelector("#root");
if (!place) throw new Error("index.html has no #root");

createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <RouterProvider router={router} />
      <Toaster />
    </CSPProvider>
  </StrictMode>,
);
