import { openFarSide, type FarReply, type FarRequest } from "./far-side.ts";

export const msg91Key = "m91-key-4f9a8b7c6d5e4f3a2b1c";

/** A text that arrived at a phone. */
export interface Arrived {
  readonly mobile: string;
  readonly text: string;
}

/**
 * MSG91's v5 doors for texts, with the templates that its account has: `##VAR1##` is where the
 * first value stands. An error in what was asked comes with HTTP 200 and `type: "error"`.
 */
export async function openMsg91(templates: Readonly<Record<string, string>>) {
  const arrived: Arrived[] = [];
  const far = await openFarSide(handle);

  function handle({ method, path, headers, body }: FarRequest): FarReply {
    if (method !== "POST") return { status: 405, json: error("Method not allowed") };
    if (headers["authkey"] !== msg91Key) return { status: 401, json: error("Invalid authkey") };
    const asked = JSON.parse(body) as Asked;
    const template = templates[asked.template_id ?? ""];
    if (template === undefined) return ok(error("Template ID Missing or Invalid Template"));
    if (path === "/api/v5/flow") return flow(template, asked);
    if (path === "/api/v5/otp") return otp(template, asked);
    return { status: 404, json: error("Not found") };
  }

  function flow(template: string, { recipients = [] }: Asked): FarReply {
    for (const { mobiles, ...values } of recipients) {
      if (!isMobile(mobiles)) return ok(error(`Invalid mobile number ${mobiles}`));
      arrived.push({ mobile: mobiles.slice(2), text: filled(template, values) });
    }
    return ok({ type: "success", message: "34687a6f4d3430616d6e6478" });
  }

  function otp(template: string, asked: Asked): FarReply {
    const { mobile = "", otp: code = "", otp_length: length } = asked;
    if (!isMobile(mobile)) return ok(error(`Invalid mobile number ${mobile}`));
    if (code.length !== length) return ok(error(`OTP ${code} has another length`));
    arrived.push({ mobile: mobile.slice(2), text: filled(template, { ...asked, OTP: code }) });
    return ok({ type: "success", request_id: "34687a6f4d3430616d6e6478" });
  }

  return { ...far, arrived: arrived as readonly Arrived[] };
}

interface Asked {
  readonly template_id?: string;
  readonly mobile?: string;
  readonly otp?: string;
  readonly otp_length?: number;
  readonly recipients?: readonly { readonly mobiles: string }[];
}

const ok = (json: object): FarReply => ({ status: 200, json });
const error = (message: string) => ({ type: "error", message });
const isMobile = (text: string) => /^91[6-9]\d{9}$/.test(text);

function filled(template: string, values: object): string {
  const given = new Map(Object.entries(values));
  return template.replaceAll(/##(\w+)##/g, (_, name: string) => String(given.get(name) ?? ""));
}
