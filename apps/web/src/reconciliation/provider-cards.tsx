import type { ReconciledProvider } from "@rokad/contract/reconciliation";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { Card } from "../ui/card.tsx";
import { CardSkeleton } from "../ui/card-skeleton.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { ProviderCard } from "./provider-card.tsx";

interface ProviderCardsProps {
  of: readonly ReconciledProvider[] | undefined;
  error: Error | undefined;
  retrying: boolean;
  onRetry: () => void;
}

export function ProviderCards({ of: providers, error, retrying, onRetry }: ProviderCardsProps) {
  if (!providers && error) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the providers`}
          detail={messageOf(error, "")}
          onRetry={onRetry}
          busy={retrying}
        />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {providers?.map((provider) => <ProviderCard key={provider.adapter} of={provider} />) ?? (
        <CardSkeleton />
      )}
    </div>
  );
}
