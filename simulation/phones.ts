import { msg91Templates } from "../apps/server/test/sms-message.ts";
import { openMsg91 } from "../apps/server/test/stand-ins/msg91.ts";

export type Phones = Awaited<ReturnType<typeof openPhones>>;

/** The stand-in of the SMS gateway, and the codes that have arrived at each number. */
export async function openPhones() {
  const gateway = await openMsg91(msg91Templates);
  const codes = new Map<string, string>();
  let messagesRead = 0;

  return {
    gateway,
    newestCode(mobile: string): string | undefined {
      for (; messagesRead < gateway.delivered.length; messagesRead += 1) {
        const message = gateway.delivered[messagesRead];
        const code = /(?<!\d)\d{6}(?!\d)/.exec(message?.text ?? "")?.[0];
        if (!message || code === undefined) throw new Error("An SMS without a code arrived");
        codes.set(message.mobile, code);
      }
      return codes.get(mobile);
    },
  };
}
