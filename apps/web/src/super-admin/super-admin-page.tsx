import { NoWallet } from "../shell/no-wallet.tsx";
import { RequireRole } from "../shell/require-role.tsx";

/** Where the super admin's console will be: until then it says how approvals are done. */
export function SuperAdminPage() {
  return (
    <RequireRole of="superadmin">
      <NoWallet />
    </RequireRole>
  );
}
