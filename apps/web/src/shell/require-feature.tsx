import type { Feature } from "@rokad/contract/call";
import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../language.ts";
import { hasFeature, useUser } from "../api/session.ts";
import { FullPage } from "./full-page.tsx";
import { GoBack } from "./go-back.tsx";

/** Shows its children to users with this feature. The server checks it too. */
export function RequireFeature({ of, children }: { of: Feature; children: ReactNode }) {
  return hasFeature(useUser(), of) ? children : <FeatureNotAvailable />;
}

function FeatureNotAvailable() {
  return (
    <FullPage
      inShell
      icon={<LockKeyhole />}
      title={t`Feature Not Available`}
      description={t`This feature is not enabled for your account.`}
      actions={<GoBack />}
    />
  );
}
