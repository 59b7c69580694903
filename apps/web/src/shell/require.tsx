import type { Feature } from "@rokad/contract/call";
import type { Role } from "@rokad/contract/sign-in";
import { useRouter } from "@tanstack/react-router";
import { LockKeyhole, PackageX } from "lucide-react";
import type { ReactNode } from "react";
import { hasFeature, hasRole, useUser } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

/** Shows its children to people of this role; the server refuses everyone else on its own. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  return hasRole(useUser(), role) ? children : <AccessDenied />;
}

export function RequireFeature({ feature, children }: { feature: Feature; children: ReactNode }) {
  return hasFeature(useUser(), feature) ? children : <FeatureNotAvailable />;
}

export function AccessDenied() {
  return (
    <FullPage
      inShell
      icon={<LockKeyhole />}
      title="Access Denied"
      description="You don't have permission to access this page."
      actions={<GoBack />}
    />
  );
}

export function FeatureNotAvailable() {
  return (
    <FullPage
      inShell
      icon={<PackageX />}
      title="Feature Not Available"
      description="This feature is not enabled for your account."
      actions={<GoBack />}
    />
  );
}

function GoBack() {
  const router = useRouter();
  return (
    <Button variant="secondary" onClick={() => router.history.back()}>
      Go Back
    </Button>
  );
}
