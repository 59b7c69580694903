import { invalidInput } from "../../kernel/errors.ts";
import { productName } from "../../identity/settings/read-branding.ts";

const ownWords = "userInputs";
const commonPasswords = "passwords-common";
/** zxcvbn's score of more than 10^8 guesses. A random password of 8 characters has just less. */
const hardScore = 3;

/**
 * Rejects a password that an attacker would try first: half of it is one of 49,000 common passwords,
 * also with other letters (`P@ssw0rd`), or a word of the tenant's own.
 * @throws 400 with the reason for the field `password`.
 */
export async function assertUncommonPassword(
  password: string,
  tenant: { readonly name: string; readonly mobile: string },
): Promise<void> {
  checker ??= createChecker();
  const own = [tenant.name, await productName()].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const words = [...own.filter((word) => word.length > 2), tenant.mobile];
  const { score, sequence } = (await checker).check(password, words);
  const charsOf = (...dictionaries: string[]) =>
    sequence
      .filter((part) => dictionaries.includes(String(part["dictionaryName"])))
      .reduce((chars, { token }) => chars + token.length, 0);
  const isMostly = (chars: number) => chars * 2 >= password.length;
  if (isMostly(charsOf(ownWords))) throw invalidInput({ password: tooClose });
  if (score < hardScore && isMostly(charsOf(ownWords, commonPasswords)))
    throw invalidInput({ password: tooCommon });
}

const tooCommon = "This password is too common. Choose one that is hard to guess.";
const tooClose =
  "Choose a password without the tenant's name, mobile number, or the product's name.";

/** The dictionaries take 16 MB, so only a process that needs them loads them. */
async function createChecker() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let checker: ReturnType<typeof createChecker> | undefined;
