import { Link } from "@tanstack/react-router";
import { ShieldUser } from "lucide-react";
import { t } from "../language.ts";
import { buttonClass } from "../ui/button.tsx";
import { paths } from "../paths.ts";
import { FullPage } from "./full-page.tsx";

/** For a super admin, who has no wallet: the server rejects every call of these pages. */
export function NoWallet() {
  return (
    <FullPage
      inShell
      icon={<ShieldUser />}
      title={t`A super admin has no wallet`}
      description={t`You manage this installation, so you have no balance and no payouts. Tenants and deposits are in the Super Admin Console.`}
      actions={
        <Link to={paths.superAdmin} className={buttonClass()}>
          {t`Open the Super Admin Console`}
        </Link>
      }
    />
  );
}
