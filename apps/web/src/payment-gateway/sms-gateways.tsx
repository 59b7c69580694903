import { listSmsGateways } from "@rokad/contract/sms-gateways";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SmsGatewayPart } from "./sms-gateway-part.tsx";

const pollSeconds = 30;

/** The SMS gateways, their configuration and their last results. */
export function SmsGateways() {
  const { data, error, isValidating, mutate } = useApi(listSmsGateways, {}, { pollSeconds });
  return (
    <Card aria-label={t`SMS gateways`} aria-busy={!data && !error}>
      <CardHeader
        title={t`SMS gateways`}
        description={t`They send the one-time codes. The second is the fallback.`}
        ruled
      />
      {data ? (
        <div className="grid lg:grid-cols-2">
          {data.data.map((gateway) => (
            <SmsGatewayPart key={gateway.name} gateway={gateway} onTested={() => void mutate()} />
          ))}
        </div>
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load the SMS gateways`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid lg:grid-cols-2">
          <div className="grid gap-3 p-5">
            <Skeleton className="h-5 w-36" />
            {Array.from({ length: 5 }, (_, line) => (
              <div key={line} className="flex h-5 items-center justify-between">
                <Skeleton className="h-3.5 w-28" />
                <Skeleton className="h-3.5 w-24" />
              </div>
            ))}
            <Skeleton className="h-8 w-36" />
          </div>
        </div>
      )}
    </Card>
  );
}
