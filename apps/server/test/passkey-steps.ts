import { addPasskey, beginPasskey } from "@rokad/contract/passkeys";
import {
  createPasskey,
  type AnswerChange,
  type SoftwarePasskey,
} from "./software-authenticator.ts";
import type { SignedIn } from "./signed-in.ts";

/** A challenge of the server, as an error or an answer brings it. */
export interface Asked {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Adds a passkey, as the console does. */
export async function givePasskey(person: SignedIn, name = "Phone"): Promise<SoftwarePasskey> {
  const passkey = createPasskey();
  const { data } = await person.ask(beginPasskey, {});
  const credential = passkey.create(data.options);
  await person.ask(addPasskey, { body: { id: data.id, name, credential } });
  return passkey;
}

/** The challenge that an answer with `PASSKEY_REQUIRED` asks for. @throws for any other answer. */
export function askedIn(answer: { readonly status: number; readonly text: string }): Asked {
  const { error } = JSON.parse(answer.text) as { error?: { passkey?: Asked } };
  if (!error?.passkey) throw new Error(`No passkey is asked for: ${answer.text}`);
  return error.passkey;
}

/** Answers a challenge and sends the answer. */
export function confirm(
  person: SignedIn,
  passkey: SoftwarePasskey,
  asked: Asked,
  change?: AnswerChange,
) {
  const credential = passkey.get(asked.options, change);
  return person.post("/auth/passkeys/confirm", { id: asked.id, credential });
}

/** The proof of a right answer. @throws if it was refused. */
export async function proofOf(
  person: SignedIn,
  passkey: SoftwarePasskey,
  asked: Asked,
): Promise<string> {
  const { status, text, body } = await confirm(person, passkey, asked);
  if (status !== 200) throw new Error(text);
  return body.data.proof;
}
