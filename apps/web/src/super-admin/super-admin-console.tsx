import { Outlet } from "@tanstack/react-router";
import { useUser } from "../api/session.ts";
import { setSigner } from "../api/step-up.ts";
import { Layout } from "../shell/layout.tsx";
import { NavigationContext } from "../shell/navigation.ts";
import { useOverlay } from "../ui/overlay.ts";
import { RequireRole } from "../shell/require-role.tsx";
import { navigation } from "./navigation.ts";
import { SystemState } from "./system-state.tsx";

setSigner(async (asked) =>
  (await import("../common/signing/ask-signature.tsx")).askSignature(asked),
);

/** The layout of the super admin's console; everyone else gets Access Denied. */
export function SuperAdminConsole() {
  const user = useUser();
  const overlay = useOverlay(true);
  return (
    <RequireRole of="superadmin">
      {user && (
        <NavigationContext value={navigation}>
          <Layout user={user} footer={<SystemState />}>
            <Outlet />
            {overlay}
          </Layout>
        </NavigationContext>
      )}
    </RequireRole>
  );
}
