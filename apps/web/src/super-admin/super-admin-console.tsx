import { Outlet } from "@tanstack/react-router";
import { useUser } from "../api/session.ts";
import { Layout } from "../shell/layout.tsx";
import { NavigationContext } from "../shell/navigation.ts";
import { RequireRole } from "../shell/require-role.tsx";
import { navigation } from "./navigation.ts";
import { SystemState } from "./system-state.tsx";

/** The frame of the super admin's console; to everyone else it says that they may not. */
export function SuperAdminConsole() {
  const user = useUser();
  return (
    <RequireRole of="superadmin">
      {user && (
        <NavigationContext value={navigation}>
          <Layout user={user} footer={<SystemState />}>
            <Outlet />
          </Layout>
        </NavigationContext>
      )}
    </RequireRole>
  );
}
