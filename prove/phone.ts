import { msg91Templates } from "../apps/server/test/sms-message.ts";
import { openMsg91 } from "../apps/server/test/stand-ins/msg91.ts";

export type Phones = Awaited<ReturnType<typeof openPhones>>;

/** The SMS gateway's stand-in, and the codes that have arrived at each number. */
export async function openPhones() {
  const gateway = await openMsg91(msg91Templates);
  const codes = new Map<string, string[]>();
  let read = 0;

  function codesOf(mobile: string): readonly string[] {
    for (; read < gateway.arrived.length; read += 1) {
      const text = gateway.arrived[read];
      const code = /(?<!\d)\d{6}(?!\d)/.exec(text?.text ?? "")?.[0];
      if (!text || code === undefined) throw new Error("A text without a code has arrived");
      codes.set(text.mobile, [...(codes.get(text.mobile) ?? []), code]);
    }
    return codes.get(mobile) ?? [];
  }

  return {
    gateway,
    newestCode: (mobile: string): string | undefined => codesOf(mobile).at(-1),
    /** Every code that was ever texted, for the search in the logs. */
    allCodes(): string[] {
      codesOf("");
      return [...codes.values()].flat();
    },
  };
}
