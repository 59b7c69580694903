import { smsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { describe, expect, test } from "vitest";
import type { SmsGateway, SmsMessage } from "./sms-gateway.ts";

/** A gateway under test with its stand-in. */
export interface GatewayUnderTest {
  readonly gateway: () => SmsGateway;
  /** Every delivered text, oldest first. */
  readonly arrived: () => Promise<readonly Pick<SmsMessage, "mobile" | "text">[]>;
  /** Creates a different message each time. */
  readonly message: (kind: SmsKind) => SmsMessage;
  /** The names of the environment settings that it needs. */
  readonly requiredSettings: readonly string[];
  /** Runs a function without these settings. */
  readonly withoutSettings: <T>(run: () => Promise<T>) => Promise<T>;
}

/** The tests that every gateway must pass, the sandbox included. */
export function describeSmsGateway(name: string, underTest: GatewayUnderTest): void {
  const { gateway, arrived, message: newMessage, requiredSettings, withoutSettings } = underTest;

  describe(`SMS gateway: ${name}`, () => {
    test.each(smsKinds)(
      "delivers a %s text once and unchanged to the number [33.4]",
      async (kind) => {
        const before = (await arrived()).length;
        const message = newMessage(kind);
        await gateway().send(message);
        const { mobile, text } = message;
        expect((await arrived()).slice(before)).toEqual([{ mobile, text }]);
      },
    );

    test("names its missing settings, and none once they are set [33.4]", async () => {
      const { template, kind } = newMessage("sign_in");
      expect(await gateway().missingSettings(template, kind)).toEqual([]);
      const missing = await withoutSettings(() => gateway().missingSettings(template, kind));
      expect(missing).toEqual(requiredSettings);
    });

    const [first] = requiredSettings;
    if (first === undefined) return;
    test("sends nothing without a setting, and names it", async () => {
      const before = (await arrived()).length;
      const sent = withoutSettings(() => gateway().send(newMessage("sign_in")));
      await expect(sent).rejects.toThrow(first);
      expect(await arrived()).toHaveLength(before);
    });
  });
}
