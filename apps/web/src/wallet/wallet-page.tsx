import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { hasRole, useUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { ClosingNotice } from "../common/balance/closing-notice.tsx";
import { MainWalletCard } from "../common/balance/main-wallet-card.tsx";
import { SimulateButton } from "../common/simulation/simulate-button.tsx";
import {
  useVirtualAccounts,
  VirtualAccountPanel,
} from "../common/bank-details/virtual-accounts.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { RecentTransactions } from "./recent-transactions.tsx";
import { Portfolio } from "./portfolio.tsx";
import { RetailerGuide } from "./retailer-guide.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";
import { WalletBanners } from "./wallet-banners.tsx";

export function WalletPage() {
  const user = useUser();
  const accounts = useVirtualAccounts();
  return (
    <>
      <Card className="overflow-hidden">
        <div className="brand-fade px-5 py-4.5">
          <PageHeader
            title={t`Wallet Management`}
            description={
              hasRole(user, "operator")
                ? t`Manage your business finances and track transaction flows`
                : t`Monitor your wallet balances and transaction activities`
            }
          />
        </div>
        <WalletBanners />
      </Card>
      <ClosingNotice />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Section title={t`Wallet Balances`}>
          <MainWalletCard
            addLabel={t`Add Funds`}
            addIsPrimary
            action={<WithdrawButton />}
            explains
            className="h-full"
          />
        </Section>
        <Section title={t`Portfolio Overview`}>
          <Portfolio />
        </Section>
      </div>
      {hasRole(user, "retailer") && <RetailerGuide />}
      <Section
        title={t`Transaction History`}
        action={
          <Link to={paths.walletHistory} className={buttonClass({ variant: "link", size: "text" })}>
            {t`View All`}
          </Link>
        }
      >
        <RecentTransactions />
      </Section>
      {accounts.length > 0 && (
        <Section title={t`Your Virtual Account`}>
          <div className="grid gap-4 md:grid-cols-2">
            {accounts.map((account) => (
              <VirtualAccountPanel
                key={account.account_number}
                of={account}
                action={
                  <SimulateButton provider={account.provider} number={account.account_number} />
                }
              />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}
