import { Lightbulb } from "lucide-react";
import { t } from "../language.ts";
import { Card } from "../ui/card.tsx";

const tips = [
  t`Keep your main wallet topped up, so that customers don’t wait for payouts.`,
  t`Transaction fees are deducted automatically per transaction, together with their GST.`,
];

export function RetailerGuide() {
  return (
    <Card className="flex gap-3.5 p-5">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-control bg-warn-soft text-warn"
      >
        <Lightbulb className="size-4.5" />
      </span>
      <div>
        <h2 className="text-[15px] leading-5.5 font-semibold tracking-tight">
          {t`Retailer Quick Guide`}
        </h2>
        <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-dense text-muted">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
