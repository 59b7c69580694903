import { me } from "@rokad/contract/sign-in";
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../language.ts";
import { markActive } from "../api/activity.ts";
import { messageOf } from "../api/api-error.ts";
import { hasRole, may, saveUser, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { language } from "../locale.ts";
import { paths } from "../paths.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { CheckingAuthentication } from "./authentication-check.tsx";
import { Layout } from "./layout.tsx";
import { pageNeeds } from "./menu.ts";
import { addTitles } from "./page-title.ts";
import { tenantTitles } from "./tenant-titles.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

addTitles(tenantTitles);

// Only a super admin who views a tenant's console needs it.
const ViewingBanner = lazy(async () => ({
  default: (await import("./viewing-banner.tsx")).ViewingBanner,
}));

// Only super admins, who have none, need it.
const NoWallet = lazy(async () => ({ default: (await import("./no-wallet.tsx")).NoWallet }));

// Only members whose roles lack the page need it.
const NotForRole = lazy(async () => ({ default: (await import("./not-for-role.tsx")).NotForRole }));

const IdleWatch = lazy(async () => ({ default: (await import("./idle-watch.tsx")).IdleWatch }));

/** The watch loads after the page, which is far sooner than any limit. */
const idleWatchDelayMs = 10_000;

/** @returns true once the watch should load. Opening a page is an activity. */
function useIdleWatch(isSignedIn: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return;
    markActive();
    const timer = setTimeout(() => setIsDue(true), idleWatchDelayMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  return isDue;
}

/**
 * Shows the pages once the server confirms the user. The client renews a rejected token and opens
 * /login when the session ended. An unreachable server signs nobody out.
 */
export function SignedIn() {
  const { data, error, isValidating, mutate } = useApi(me, {}, { dedupeSeconds: 30 });
  const currentUser = data?.data.user;
  const user = useUser();
  const isTenantPage = useLocation({
    select: ({ pathname }) => pathname.startsWith(paths.dashboard),
  });
  const needed = useLocation({ select: ({ pathname }) => pageNeeds(pathname) });
  const isPermitted = !hasRole(user, "superadmin") && may(user, needed);
  const isSuperAdminPage = useLocation({
    select: ({ pathname }) => pathname.startsWith(paths.superAdmin),
  });

  useEffect(() => {
    if (!data) return;
    const { user: known, permissions, memberships, language: saved } = data.data;
    const membership = memberships.find(({ is_current: isCurrent }) => isCurrent);
    saveUser({ ...known, permissions, membership });
    if (saved !== language && !currentViewing())
      void import("./sync-language.ts").then(({ syncLanguage }) => syncLanguage());
  }, [data]);
  const idleMinutes = data?.data.session.idle_minutes;
  const watchesIdle = useIdleWatch(idleMinutes !== undefined);
  const viewing = currentViewing();
  // A tenant view has no stream, and must not take the one that other tabs use.
  useLiveUpdates(currentUser !== undefined && !viewing);

  if (!currentUser && error && error.name !== "SessionOverError") {
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <ErrorPanel
          message={t`Something went wrong`}
          detail={messageOf(
            error,
            t`The server did not respond. Check your connection and try again.`,
          )}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </div>
    );
  }
  if (!currentUser || !user?.permissions) return <CheckingAuthentication />;
  // The super admin's console has its own frame.
  const idleWatch = watchesIdle && idleMinutes !== undefined && (
    <Suspense>
      {/* A view ends after 15 minutes anyway; its activity keeps the super admin's session. */}
      <IdleWatch minutes={viewing ? Infinity : idleMinutes} />
    </Suspense>
  );
  if (isSuperAdminPage && hasRole(user, "superadmin")) {
    return (
      <>
        <Outlet />
        {idleWatch}
      </>
    );
  }
  return (
    <>
      {idleWatch}
      <Layout user={user}>
        {!isTenantPage || isPermitted ? (
          <Outlet />
        ) : (
          <Suspense>
            {hasRole(user, "superadmin") ? <NoWallet /> : <NotForRole user={user} />}
          </Suspense>
        )}
      </Layout>
      <Suspense>{viewing && <ViewingBanner viewing={viewing} />}</Suspense>
    </>
  );
}
