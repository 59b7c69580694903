import { settingNames } from "@rokad/contract/setting-rules";
import type { SmsKind, SmsTemplate } from "@rokad/contract/sms-text";
import { Pencil } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import type { WantedChange } from "./changes.ts";
import { SettingPast } from "./setting-past.tsx";
import { draftOf, longestSms, sizeInWords } from "./sms-draft.ts";
import { templateIn } from "./template-in.ts";
import type { SettingsByKey } from "./use-settings.ts";

const descriptions: Readonly<Record<SmsKind, string>> = {
  sign_in: "What is texted to whoever signs in, to the letter as it is registered",
  payout: "What is texted to whoever pays: it names amount and beneficiary",
  decision: "What is texted to a super admin who decides what became of a payout",
};

interface SmsTextCardProps {
  kind: SmsKind;
  settings: SettingsByKey;
  onEdit: () => void;
  onChange: (changes: WantedChange[]) => void;
  onHistory: () => void;
}

/** A registered text, how it arrives, and the ids under which it is known. */
export function SmsTextCard({ kind, settings, onEdit, onChange, onHistory }: SmsTextCardProps) {
  const key = `${kind}_sms` as const;
  const setting = settings[key];
  const template = templateIn(setting);
  return (
    <Card>
      <CardHeader
        title={settingNames[key]}
        description={descriptions[kind]}
        action={
          <Button
            variant="secondary"
            size="sm"
            icon={<Pencil />}
            aria-label={`Change the ${settingNames[key].toLowerCase()}`}
            onClick={onEdit}
          >
            Change
          </Button>
        }
        ruled
      />
      <CardBody className="grid gap-4">
        {template ? (
          <>
            <SmsPreview template={template} product={String(settings.product_name.value)} />
            <Details of={facts(template)} />
          </>
        ) : (
          <Notice tone="bad" title="What is stored can't be read.">
            {setting.problem}
          </Notice>
        )}
        <SettingPast
          setting={setting}
          onDefault={() => onChange([{ key, toDefault: true }])}
          onHistory={onHistory}
        />
      </CardBody>
    </Card>
  );
}

function SmsPreview({ template, product }: { template: SmsTemplate; product: string }) {
  const text = longestSms(draftOf(template), product);
  return (
    <div className="grid gap-1.5">
      <p className="rounded-card border border-line bg-sunken/60 px-4 py-3 text-sm break-words">
        {text}
      </p>
      <p className="text-xs text-muted">{sizeInWords(text)}</p>
    </div>
  );
}

const routes: Readonly<Record<SmsTemplate["msg91_route"], string>> = {
  flow: "Flow",
  otp: "OTP",
};

function facts({
  text,
  dlt_template_id: dlt,
  msg91_template_id: msg91,
  msg91_route: route,
}: SmsTemplate) {
  return [
    { label: "Registered text", value: text },
    { label: "DLT template ID", value: dlt ?? "Not set" },
    { label: "MSG91 template ID", value: msg91 ?? "Not set" },
    { label: "MSG91 sends it by", value: routes[route] },
  ];
}
