import { Link } from "@tanstack/react-router";
import { FileText, History, Send, Wallet } from "lucide-react";
import { t } from "../language.ts";
import { hasRole, may, type KnownUser } from "../api/session.ts";
import { currentViewing } from "../api/viewing.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";

const welcomes = {
  business: {
    title: t`Welcome to your Business Dashboard`,
    text: t`Send payouts, add money and track every rupee.`,
    shortcuts: [
      { label: t`Create Payout`, to: paths.payouts, icon: Send, needs: "pay" },
      { label: t`View Reports`, to: paths.reports, icon: FileText, needs: "report" },
    ],
  },
  personal: {
    title: t`Welcome to your Personal Dashboard`,
    text: t`Check your balance and follow every transaction.`,
    shortcuts: [
      { label: t`Check Balance`, to: paths.wallet, icon: Wallet, needs: "view" },
      { label: t`Transaction History`, to: paths.walletHistory, icon: History, needs: "view" },
    ],
  },
} as const;

export function WelcomeCard({ user }: { user: KnownUser }) {
  const { title, text, shortcuts } = welcomes[hasRole(user, "operator") ? "business" : "personal"];
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 overflow-hidden brand-fade px-5 py-4.5">
      <div className="min-w-0">
        <h2 className="text-[15px] leading-5.5 font-semibold tracking-tight">{title}</h2>
        <p className="mt-0.5 text-dense text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {shortcuts.map(
          ({ label, to, icon: Icon, needs }) =>
            may(user, needs) &&
            !(needs === "pay" && currentViewing()) && (
              <Link key={label} to={to} className={buttonClass({ variant: "secondary" })}>
                <Icon aria-hidden />
                {label}
              </Link>
            ),
        )}
      </div>
    </Card>
  );
}
