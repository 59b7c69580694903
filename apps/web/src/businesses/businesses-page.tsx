import { chooseTenant, me, type Membership } from "@rokad/contract/sign-in";
import { Building2, ChevronRight } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";
import { describeRoles } from "../common/people/role-names.ts";

/** The businesses of a person: chosen after the sign-in, and again from the account menu. */
export function BusinessesPage() {
  const { data, error, mutate, isValidating } = useApi(me, {});
  const [chosenId, setChosenId] = useState<string | null>(null);

  async function choose(id: string) {
    setChosenId(id);
    try {
      await send(chooseTenant, { body: { tenant_id: id } });
      // A new document, so that no figure of the other business stays in memory.
      location.assign(paths.home);
    } catch (failure) {
      setChosenId(null);
      toast.error(messageOf(failure, "Could not open this business. Please try again."));
    }
  }

  return (
    <>
      <PageHeader
        title="Choose a business"
        description="Switch at any time from the account menu, without a new code."
      />
      {error && !data ? (
        <ErrorPanel
          message="Could not load your businesses"
          detail={messageOf(error, "Check your connection and try again.")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <ul className="grid max-w-xl gap-3">
          {data?.data.memberships.map((membership) => (
            <li key={membership.tenant.id}>
              <Business
                membership={membership}
                isOpening={chosenId === membership.tenant.id}
                disabled={chosenId !== null}
                onChoose={() => void choose(membership.tenant.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface BusinessProps {
  membership: Membership;
  isOpening: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Business({ membership, isOpening, disabled, onChoose }: BusinessProps) {
  const { tenant, roles, is_current: isCurrent } = membership;
  return (
    <Card className="p-0">
      <button
        type="button"
        disabled={disabled}
        onClick={onChoose}
        className="flex w-full items-center gap-3 rounded-card p-4 text-left transition-colors duration-150 hover:bg-hover disabled:opacity-60"
      >
        <Building2 aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="truncate font-medium">{tenant.name}</span>
          <span className="truncate text-dense text-muted">{describeRoles(roles)}</span>
        </span>
        {isCurrent && <Badge tone="brand">Chosen last</Badge>}
        {isOpening ? <Spinner /> : <ChevronRight aria-hidden className="size-4 text-muted" />}
      </button>
    </Card>
  );
}
