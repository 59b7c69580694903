import { Link } from "@tanstack/react-router";
import { ShieldUser } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { paths } from "../paths.ts";
import { FullPage } from "./full-page.tsx";

/** For the super admin, who has no wallet: the server would refuse every call of these pages. */
export function NoWallet() {
  return (
    <FullPage
      inShell
      icon={<ShieldUser />}
      title="A super admin has no wallet"
      description="You run this installation, so there is no balance and there are no payouts of your own to show. Tenants, deposits and everything else that you look after are in the Super Admin Console."
      actions={
        <Link to={paths.superAdmin} className={buttonClass()}>
          Open the Super Admin Console
        </Link>
      }
    />
  );
}
