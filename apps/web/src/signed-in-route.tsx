import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { AddFundsDialog } from "./deposits/add-funds-dialog.tsx";
import { rememberDestination } from "./api/destination.ts";
import { isSignedIn } from "./api/session.ts";
import { paths } from "./paths.ts";

/* The common parent routes of both consoles: the root, and the route that requires a session. */

export const root = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <AddFundsDialog />
    </>
  );
}

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: ({ location }) => {
    if (isSignedIn()) return;
    rememberDestination(location.href);
    throw redirect({ to: paths.signIn, replace: true });
  },
  component: lazyRouteComponent(() => import("./shell/signed-in.tsx"), "SignedIn"),
});
