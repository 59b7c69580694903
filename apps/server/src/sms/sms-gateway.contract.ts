import { smsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { describe, expect, test } from "vitest";
import type { SmsGateway, SmsMessage } from "./sms.ts";

/** How a test sees the far side of a gateway. */
export interface Rehearsal {
  readonly gateway: () => SmsGateway;
  /** Every text that arrived, oldest first. */
  readonly arrived: () => Promise<readonly Pick<SmsMessage, "mobile" | "text">[]>;
  /** Another message each time. */
  readonly message: (kind: SmsKind) => SmsMessage;
  /** What the environment must have for it to send, by name. */
  readonly needs: readonly string[];
  /** Takes what it needs away, for the length of a test. */
  readonly without: <T>(doing: () => Promise<T>) => Promise<T>;
}

/** What every gateway must do, the sandbox included. */
export function describeSmsGateway(name: string, rehearsal: Rehearsal): void {
  const { gateway, arrived, message: messageOf, needs, without } = rehearsal;

  describe(`${name} as an SMS gateway`, () => {
    test.each(smsKinds)("brings a %s text once, to the letter, to the number", async (kind) => {
      const before = (await arrived()).length;
      const message = messageOf(kind);
      await gateway().send(message);
      const { mobile, text } = message;
      expect((await arrived()).slice(before)).toEqual([{ mobile, text }]);
    });

    test("names what it lacks, and lacks nothing once that is set", async () => {
      const { template, kind } = messageOf("sign_in");
      expect(await gateway().missingSettings(template, kind)).toEqual([]);
      const missing = await without(() => gateway().missingSettings(template, kind));
      expect(missing).toEqual(needs);
    });

    const [first] = needs;
    if (first === undefined) return;
    test("sends nothing without it, and says which it is", async () => {
      const before = (await arrived()).length;
      const sent = without(() => gateway().send(messageOf("sign_in")));
      await expect(sent).rejects.toThrow(first);
      expect(await arrived()).toHaveLength(before);
    });
  });
}
