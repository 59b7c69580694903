import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { AddFundsDialog } from "./add-funds-dialog.tsx";
import { rememberDestination } from "./api/destination.ts";
import { isSignedIn } from "./api/session.ts";
import { paths } from "./paths.ts";

/* What the two consoles stand on: the root, and the door behind which one is signed in. */

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
