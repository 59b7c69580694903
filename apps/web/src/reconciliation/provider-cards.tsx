import type { ReconciledProvider } from "@rokad/contract/reconciliation";
import { messageOf } from "../api/api-error.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
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
          message="Failed to load the providers"
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

/** The loading state of a provider's card. */
function CardSkeleton() {
  return (
    <Card aria-busy>
      <div className="flex items-center justify-between border-b border-line px-5 py-4">
        <div className="grid gap-2">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="grid gap-3 p-5">
        {Array.from({ length: 9 }, (_, line) => (
          <div key={line} className="flex h-5 items-center justify-between">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3.5 w-24" />
          </div>
        ))}
      </div>
    </Card>
  );
}
