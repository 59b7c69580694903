import { listSmsGateways, type SmsGateway } from "@rokad/contract/sms-gateways";
import { useApi } from "../api/use-api.ts";
import { Notice } from "../ui/notice.tsx";

const names: Readonly<Record<SmsGateway["name"], string>> = {
  sandbox: "Sandbox",
  msg91: "MSG91",
  twilio: "Twilio",
};

/** Says which gateways can't send the optional text, and what they lack. */
export function LockTextNotice() {
  const { data } = useApi(listSmsGateways, {});
  const gateways = data?.data ?? [];
  const lacking = gateways.filter((one) => one.missing_lock_text_settings.length > 0);
  if (lacking.length === 0) return null;
  const isUnsent = lacking.length === gateways.length;
  return (
    <Notice
      tone="warn"
      title={
        isUnsent
          ? "This text is not sent"
          : `This text is not sent through ${lacking.map(({ name }) => names[name]).join(", ")}`
      }
    >
      Missing: {lacking.flatMap((one) => one.missing_lock_text_settings).join(", ")}. The console
      notifies the person in any case.
    </Notice>
  );
}
