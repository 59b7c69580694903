import { Outlet } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { useUser } from "../api/session.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { useWorkQueues } from "../common/work-queues/use-work-queues.ts";
import { Layout } from "../shell/layout.tsx";
import { addTitles } from "../shell/page-title.ts";
import { NavigationContext } from "../shell/navigation.ts";
import { RequireRole } from "../shell/require-role.tsx";
import { navigation } from "./navigation.ts";
import { superAdminTitles } from "../shell/super-admin-titles.ts";
import { SystemState } from "./system-state.tsx";

addTitles(superAdminTitles);

/** The layout of the super admin's console; everyone else gets Access Denied. */
export function SuperAdminConsole() {
  const user = useUser();
  return (
    <RequireRole of="superadmin">
      {user && (
        <WithNavigation>
          <Layout user={user} footer={<SystemState />}>
            <Outlet />
            <SignatureHost />
          </Layout>
        </WithNavigation>
      )}
    </RequireRole>
  );
}

function WithNavigation({ children }: { children: ReactNode }) {
  const { awaitingMe } = useWorkQueues();
  const value = useMemo(() => ({ ...navigation, awaitingMe }), [awaitingMe]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
