import { Outlet } from "@tanstack/react-router";
import { useUser } from "../api/session.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { Layout } from "../shell/layout.tsx";
import { NavigationContext } from "../shell/navigation.ts";
import { RequireRole } from "../shell/require-role.tsx";
import { navigation } from "./navigation.ts";
import { SystemState } from "./system-state.tsx";

/** The layout of the super admin's console; everyone else gets Access Denied. */
export function SuperAdminConsole() {
  const user = useUser();
  return (
    <RequireRole of="superadmin">
      {user && (
        <NavigationContext value={navigation}>
          <Layout user={user} footer={<SystemState />}>
            <Outlet />
            <SignatureHost />
          </Layout>
        </NavigationContext>
      )}
    </RequireRole>
  );
}
