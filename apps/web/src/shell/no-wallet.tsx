import { ShieldUser } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

/** For the super admin, who has no wallet: the server would refuse every call of these pages. */
export function NoWallet() {
  return (
    <FullPage
      inShell
      icon={<ShieldUser />}
      title="A super admin has no wallet"
      description="You run this installation, so there is no balance and there are no payouts of your own to show. Deposits and bank accounts are approved over the API for now."
      actions={
        <a href="/api/docs" className={buttonClass()}>
          Open the API docs
        </a>
      }
    />
  );
}
