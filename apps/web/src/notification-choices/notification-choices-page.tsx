import { getNotificationChoices } from "@rokad/contract/notification-choices";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AddressCard } from "./address-card.tsx";
import { ChoicesCard } from "./choices-card.tsx";

/** The person's own e-mail address, and where each kind of notification goes. */
export function NotificationChoicesPage() {
  const { data, error, isValidating, mutate } = useApi(getNotificationChoices, {});
  const reload = () => void mutate();
  return (
    <>
      <PageHeader
        title={t`Notifications`}
        description={t`All notifications appear in the console. Choose what also reaches you elsewhere.`}
      />
      {data ? (
        <>
          <AddressCard choices={data.data} onChanged={reload} />
          <ChoicesCard choices={data.data} onChanged={reload} />
        </>
      ) : error ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load your notifications`}
            detail={messageOf(error, "")}
            onRetry={reload}
            busy={isValidating}
          />
        </Card>
      ) : (
        // As tall as a page of choices, so that the footer stays where it is.
        [2, 30].map((lines) => (
          <Card key={lines} aria-busy className="grid gap-4 p-5">
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} className="h-5 w-full" />
            ))}
          </Card>
        ))
      )}
    </>
  );
}
