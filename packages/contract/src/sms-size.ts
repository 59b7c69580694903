const gsmCharacters = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** These count as two characters (3GPP TS 23.038, 6.2.1.1). */
const gsmExtension = new Set("\f^{}\\[~]|€");

/**
 * The number of SMS parts of a text. With the GSM alphabet, 160 characters fit into a single part
 * and 153 into each of several; with any other character 70 and 67.
 * @returns the characters, the parts, and the characters outside the GSM alphabet.
 */
export function smsSize(text: string) {
  const characters = [...text];
  const others = characters.filter((one) => !gsmCharacters.has(one) && !gsmExtension.has(one));
  const places =
    others.length > 0
      ? text.length
      : characters.length + characters.filter((one) => gsmExtension.has(one)).length;
  const [alone, each] = others.length > 0 ? [70, 67] : [160, 153];
  const parts = places <= alone ? 1 : Math.ceil(places / each);
  return { characters: characters.length, parts, others: [...new Set(others)] };
}
