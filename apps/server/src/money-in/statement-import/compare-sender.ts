export interface Holder {
  readonly name: string;
  readonly accountNumber: string;
  readonly bankName: string;
}

/**
 * Compares a line with the expected account holder: `agrees`, `differs` when it names another person,
 * `silent` when it names none. Statements truncate, omit and join words, so the comparison is loose.
 * A short or generic word alone ("DEMO" of "Demo Traders") is no name. Only `agrees` needs no
 * reviewer.
 */
export function compareSender(
  written: { readonly sender: string | null; readonly narration: string | null },
  holder: Holder,
): "agrees" | "differs" | "silent" {
  const text = written.sender ?? written.narration ?? "";
  if (hasAccountEnd(written.narration ?? "", holder.accountNumber)) return "agrees";
  const bankWords = new Set(wordsOf(holder.bankName));
  const names = namesIn(text).filter((word) => !bankWords.has(word));
  if (sameName(names, wordsOf(holder.name)) || hasBeginning(text, holder.name)) return "agrees";
  return names.length === 0 ? "silent" : "differs";
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}

/** Whether a masked account number such as `XX4321` or `****4321` ends like the holder's. */
function hasAccountEnd(narration: string, accountNumber: string): boolean {
  const ends = narration.matchAll(/(?<=[X*x]{2})(\d{4,6})(?!\d)/g);
  return [...ends].some(([, digits = "#"]) => accountNumber.endsWith(digits));
}

/** The words of a narration that can be part of a name. */
function namesIn(text: string): string[] {
  return wordsOf(text).filter(
    (word) => word.length >= 3 && !/\d/.test(word) && !transferWords.has(word) && !legal.has(word),
  );
}

/**
 * Whether more than half of the holder's words occur, complete or truncated, without words that are
 * common in business names unless all of them are. Two words must match; one is enough if it is the
 * whole name, or too long to be a coincidence.
 */
function sameName(names: readonly string[], words: readonly string[]): boolean {
  const own = words.filter((word) => word.length > 1 && !legal.has(word));
  const rare = own.filter((word) => !common.has(word));
  const expected = rare.length > 0 ? rare : own;
  const matchesOf = (some: readonly string[]) =>
    some.filter((word) => names.some((other) => sameWord(word, other)));
  if (matchesOf(expected).length * 2 <= expected.length) return false;
  const matches = matchesOf(own);
  const [only = ""] = matches;
  const charsMin = own.length === 1 ? wholeNameCharsMin : aloneCharsMin;
  return matches.length > 1 || only.length >= charsMin;
}

/** The length of a word that is a name of one word, and of one that stands for a longer name. */
const wholeNameCharsMin = 5;
const aloneCharsMin = 8;

function sameWord(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  return a === b || (length >= 4 && a.slice(0, length) === b.slice(0, length));
}

/** Whether the text contains the name's first ten letters, without spaces or truncated. */
function hasBeginning(text: string, name: string): boolean {
  const joined = wordsOf(name).join("");
  return joined.length >= 6 && wordsOf(text).join("").includes(joined.slice(0, 10));
}

const list = (words: string) => new Set(words.split(" "));

/** Words that describe the transfer, not its sender. */
const transferWords = list(
  "NEFT RTGS IMPS UPI FT IFT INB INF INFT TPT TRF TFR TRANSFER TRANSFERRED FUND FUNDS BY FROM THE " +
    "FOR AND CREDIT CREDITED DEPOSIT PAYMENT PAYMENTS PAID PAY RECEIVED RECEIPT INWARD OUTWARD CLG " +
    "BANK BANKS BANKING NET MOBILE MOB ONLINE INTERNET APP REF REFERENCE UTR RRN TXN TRAN ACCOUNT " +
    "ACC ACCT CASH CMS NACH ACH ECS BIL BILL INVOICE INV ADVANCE WALLET TOPUP TOP RECHARGE LOAD " +
    "HDFC ICICI SBI SBIN AXIS UTIB KOTAK KKBK YES YESB IDBI IBKL IDFC IDFB INDUSIND INDB PNB PUNB " +
    "BOB BARB BOI BKID CANARA CNRB UNION UBIN INDIAN IDIB CENTRAL CBIN FEDERAL FDRL RBL RATN AU " +
    "BANDHAN BDBL UCO UCBA IOB IOBA STATE INDIA NATIONAL BRANCH MUMBAI DELHI INR RUPEES ONLY",
);

/** Legal forms and forms of address. */
const legal = list(
  "PVT PRIVATE LTD LIMITED LLP INC CO COMPANY CORP MR MRS MS SHRI SMT DR HUF AND OF THE",
);

/** Words that are common in business names. */
const common = list(
  "TRADERS TRADER TRADING ENTERPRISES ENTERPRISE STORES STORE INDUSTRIES INDUSTRY SONS BROTHERS " +
    "BROS AGENCY AGENCIES SERVICES SERVICE SOLUTIONS ASSOCIATES GROUP INDIA INTERNATIONAL " +
    "TECHNOLOGIES TECHNOLOGY MARKETING MART SHOP CENTRE CENTER",
);
