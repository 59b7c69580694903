import { me } from "@rokad/contract/sign-in";
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { messageOf } from "../api/api-error.ts";
import { hasRole, keepUser, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { paths } from "../paths.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { CheckingAuthentication } from "./checking.tsx";
import { Layout } from "./layout.tsx";
import { NoWallet } from "./no-wallet.tsx";
import { useLiveUpdates } from "./use-live-updates.ts";

// Only for a super admin who looks at a tenant's console.
const ViewingBanner = lazy(async () => ({
  default: (await import("./viewing-banner.tsx")).ViewingBanner,
}));

/**
 * Lets in whom the server knows. A refused token is renewed, and a session that is really over
 * leads to /login, inside the client; silence of the server signs nobody out.
 */
export function SignedIn() {
  const { data, error, isValidating, mutate } = useApi(me, {}, { dedupeSeconds: 30 });
  const told = data?.data.user;
  const user = useUser();
  const isTenantPage = useLocation({
    select: ({ pathname }) => pathname.startsWith(paths.dashboard),
  });
  const isSuperAdminPage = useLocation({
    select: ({ pathname }) => pathname.startsWith(paths.superAdmin),
  });

  useEffect(() => {
    if (told) keepUser(told);
  }, [told]);
  const viewing = currentViewing();
  // A view has no stream, and must not take the one that other tabs share.
  useLiveUpdates(told !== undefined && !viewing);

  if (!told && error && error.name !== "SessionOverError") {
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <ErrorPanel
          message="Something went wrong"
          detail={messageOf(
            error,
            "The server did not answer. Check your connection and try again.",
          )}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </div>
    );
  }
  if (!told || !user) return <CheckingAuthentication />;
  // Their console has a frame of its own.
  if (isSuperAdminPage && hasRole(user, "superadmin")) return <Outlet />;
  return (
    <>
      <Layout user={user}>
        {isTenantPage && hasRole(user, "superadmin") ? <NoWallet /> : <Outlet />}
      </Layout>
      <Suspense>{viewing && <ViewingBanner viewing={viewing} />}</Suspense>
    </>
  );
}
