import type { DoctorFinding } from "@rokad/contract/doctor";
import { providerIds } from "@rokad/contract/tenants";
import { codeSmsKinds } from "@rokad/contract/sms-text";
import { readMailRoute } from "../../identity/email/configured-mail.ts";
import { verifyMailServer } from "../../identity/email/send-email.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { gatewayNames } from "../../identity/sms/gateway-names.ts";
import { missingSettings } from "../../identity/sms/list-gateways.ts";
import { smsGateways } from "../../identity/sms/sms-gateway.ts";
import { adapterOf } from "../../providers/configured-providers.ts";
import { attempt } from "../gateway/probe-providers.ts";
import { bad, good } from "./finding.ts";

/** Whether each provider is set up and answers. No payout is sent. */
export async function checkProviders(): Promise<DoctorFinding[]> {
  const settings = await readSettings();
  return Promise.all(
    providerIds.map(async (id) => {
      const name = settings[`${id}_provider`];
      const check = `Provider ${id}`;
      const setup = await attempt(async () => adapterOf(id, name).missingSettings());
      if (setup.error !== null)
        return bad(check, `${name}: ${setup.error}`, "Choose another provider in System Settings");
      const missing = setup.value ?? [];
      if (missing.length > 0)
        return bad(check, `${name} lacks ${missing.join(", ")}`, "Set them: docs/operations");
      const probe = await attempt(async () => adapterOf(id, name).probe());
      return probe.error === null
        ? good(check, `${name} answers`)
        : bad(
            check,
            `${name} does not answer: ${probe.error}`,
            "Check its keys, its allow list of addresses, and its status page",
          );
    }),
  );
}

/** Whether each SMS gateway has what it needs for codes. No text is sent. */
export async function checkSms(): Promise<DoctorFinding[]> {
  return Promise.all(
    smsGateways().map(async (gateway) => {
      const missing = await missingSettings(gateway, codeSmsKinds);
      const name = gatewayNames[gateway.name];
      return missing.length === 0
        ? good("SMS", `${name} is set up; send-test-sms sends a text`)
        : bad("SMS", `${name} lacks ${missing.join(", ")}`, "Set them: docs/operations/sms.md");
    }),
  );
}

/** Whether the mail server takes a connection and the account. No e-mail is sent. */
export async function checkMail(): Promise<DoctorFinding[]> {
  const route = await readMailRoute();
  if (!("server" in route))
    return [
      good(
        "E-mail",
        route.source === "sandbox"
          ? "no mail server: the sandbox keeps e-mails"
          : "no mail server is set; people get no e-mails",
      ),
    ];
  const { error } = await attempt(() => verifyMailServer(route));
  const { host, port } = route.server;
  return [
    error === null
      ? good("E-mail", `${host}:${port} accepts the account`)
      : bad("E-mail", `${host}:${port}: ${error}`, "Correct it: docs/operations/email.md"),
  ];
}
