import { useEffect, useState } from "react";
import { hasFeature, useUser } from "../api/session.ts";
import { MainWalletCard } from "../shell/main-wallet-card.tsx";
import { nameOf } from "../shell/person.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { greetingAt } from "./greeting.ts";
import { QuickStats } from "./quick-stats.tsx";
import { RecentPayouts } from "./recent-payouts.tsx";
import { RecentUpdates } from "./recent-updates.tsx";
import { StatCards } from "./stat-cards.tsx";
import { WelcomeCard } from "./welcome-card.tsx";

export function DashboardPage() {
  const user = useUser();
  const greeting = useGreeting();
  if (!user) return null;
  return (
    <>
      <PageHeader title={`${greeting}, ${nameOf(user)}`} />
      <WelcomeCard user={user} />
      <StatCards />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr]">
        <Section title="Wallet Overview" className="lg:col-start-2">
          <MainWalletCard addLabel={hasFeature(user, "wallet_topup") ? "Add Money" : undefined} />
        </Section>
        <Section title="Recent Activity" className="lg:col-start-1 lg:row-span-3 lg:row-start-1">
          <RecentPayouts />
        </Section>
        <Section title="Quick Stats" className="lg:col-start-2">
          <QuickStats />
        </Section>
        <Section title="Recent Updates" className="lg:col-start-2">
          <RecentUpdates />
        </Section>
      </div>
    </>
  );
}

/** A dashboard that stays open over noon says good afternoon. */
function useGreeting(): string {
  const [greeting, setGreeting] = useState(() => greetingAt(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setGreeting(greetingAt(new Date())), 60_000);
    return () => clearInterval(timer);
  }, []);
  return greeting;
}
