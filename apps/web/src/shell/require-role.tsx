import type { Role } from "@rokad/contract/sign-in";
import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { hasRole, useUser } from "../api/session.ts";
import { FullPage } from "./full-page.tsx";
import { GoBack } from "./go-back.tsx";

/** Shows its children to users with this role. The server checks it too. */
export function RequireRole({ of, children }: { of: Role; children: ReactNode }) {
  return hasRole(useUser(), of) ? children : <AccessDenied />;
}

function AccessDenied() {
  return (
    <FullPage
      inShell
      icon={<LockKeyhole />}
      title={t`Access Denied`}
      description={t`You don't have permission to access this page.`}
      actions={<GoBack />}
    />
  );
}
