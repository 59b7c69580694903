import { Navigate, useLocation } from "@tanstack/react-router";
import { LockKeyhole } from "lucide-react";
import { t } from "../language.ts";
import type { KnownUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { FullPage } from "./full-page.tsx";
import { GoBack } from "./go-back.tsx";
import { menuOf } from "./menu.ts";

/** In place of a page that the roles don't include; the home page leads to one that they do. */
export function NotForRole({ user }: { user: KnownUser }) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.dashboard });
  if (isHome) return <Navigate to={menuOf(user)[0]?.to ?? paths.sessions} replace />;
  return (
    <FullPage
      inShell
      icon={<LockKeyhole />}
      title={t`Not part of your role`}
      description={t`Your roles in this business don't include this page. An owner can change them.`}
      actions={<GoBack />}
    />
  );
}
