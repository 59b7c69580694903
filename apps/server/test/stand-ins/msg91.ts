import { openStandIn, type StandInReply, type StandInRequest } from "./stand-in-server.ts";

export const msg91Key = "m91-key-4f9a8b7c6d5e4f3a2b1c";

/** A text that a phone received. */
export interface DeliveredText {
  readonly mobile: string;
  readonly text: string;
}

/**
 * MSG91's v5 endpoints for texts, with the account's templates; `##VAR1##` is the place of the first
 * value. An error in the request comes with HTTP 200 and `type: "error"`.
 */
export async function openMsg91(templates: Readonly<Record<string, string>>) {
  const delivered: DeliveredText[] = [];
  const standIn = await openStandIn(handle);

  function handle({ method, path, headers, body }: StandInRequest): StandInReply {
    if (method !== "POST") return { status: 405, json: error("Method not allowed") };
    if (headers["authkey"] !== msg91Key) return { status: 401, json: error("Invalid authkey") };
    const values = JSON.parse(body) as Body;
    const template = templates[values.template_id ?? ""];
    if (template === undefined) return ok(error("Template ID Missing or Invalid Template"));
    if (path === "/api/v5/flow") return flow(template, values);
    if (path === "/api/v5/otp") return otp(template, values);
    return { status: 404, json: error("Not found") };
  }

  function flow(template: string, { recipients = [] }: Body): StandInReply {
    for (const { mobiles, ...values } of recipients) {
      if (!isMobile(mobiles)) return ok(error(`Invalid mobile number ${mobiles}`));
      delivered.push({ mobile: mobiles.slice(2), text: fillIn(template, values) });
    }
    return ok({ type: "success", message: "34687a6f4d3430616d6e6478" });
  }

  function otp(template: string, values: Body): StandInReply {
    const { mobile = "", otp: code = "", otp_length: length } = values;
    if (!isMobile(mobile)) return ok(error(`Invalid mobile number ${mobile}`));
    if (code.length !== length) return ok(error(`OTP ${code} has another length`));
    delivered.push({ mobile: mobile.slice(2), text: fillIn(template, { ...values, OTP: code }) });
    return ok({ type: "success", request_id: "34687a6f4d3430616d6e6478" });
  }

  return { ...standIn, delivered: delivered as readonly DeliveredText[] };
}

interface Body {
  readonly template_id?: string;
  readonly mobile?: string;
  readonly otp?: string;
  readonly otp_length?: number;
  readonly recipients?: readonly { readonly mobiles: string }[];
}

const ok = (json: object): StandInReply => ({ status: 200, json });
const error = (message: string) => ({ type: "error", message });
const isMobile = (text: string) => /^91[6-9]\d{9}$/.test(text);

function fillIn(template: string, values: object): string {
  const valueOf = new Map(Object.entries(values));
  return template.replaceAll(/##(\w+)##/g, (_, name: string) => String(valueOf.get(name) ?? ""));
}
