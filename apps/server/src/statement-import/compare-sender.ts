export interface Holder {
  readonly name: string;
  readonly accountNumber: string;
  readonly bankName: string;
}

/**
 * Whether a line names the account holder from whom a deposit is expected: `agrees`, `differs`
 * when it names somebody else, `silent` when it names nobody. Statements cut names, leave words
 * out and join them, so the comparison is loose; what it is not sure of, it calls different,
 * because a person then looks.
 */
export function compareSender(
  written: { readonly sender: string | null; readonly narration: string | null },
  holder: Holder,
): "agrees" | "differs" | "silent" {
  const text = written.sender ?? written.narration ?? "";
  if (hasAccountEnd(written.narration ?? "", holder.accountNumber)) return "agrees";
  const bankWords = new Set(wordsOf(holder.bankName));
  const found = namesIn(text).filter((word) => !bankWords.has(word));
  const wanted = significant(wordsOf(holder.name));
  if (sameName(found, wanted) || hasBeginning(text, holder.name)) return "agrees";
  return found.length === 0 ? "silent" : "differs";
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}

/** `XX4321` or `****4321`: the end of an account number behind what hides the rest of it. */
function hasAccountEnd(narration: string, accountNumber: string): boolean {
  const ends = narration.matchAll(/[X*x]{2,}(\d{4,6})(?!\d)/g);
  return [...ends].some(([, digits = "#"]) => accountNumber.endsWith(digits));
}

/** The words of a narration that can be somebody's name. */
function namesIn(text: string): string[] {
  return wordsOf(text).filter(
    (word) => word.length >= 3 && !/\d/.test(word) && !ofTheBank.has(word) && !legal.has(word),
  );
}

/** Without the words that half of all businesses share, unless there are no others. */
function significant(words: readonly string[]): string[] {
  const own = words.filter((word) => word.length > 1 && !legal.has(word));
  const rare = own.filter((word) => !common.has(word));
  return rare.length > 0 ? rare : own;
}

/** More than half of the holder's words, each whole or cut. */
function sameName(found: readonly string[], wanted: readonly string[]): boolean {
  const met = wanted.filter((word) => found.some((other) => sameWord(word, other)));
  return met.length * 2 > wanted.length;
}

function sameWord(a: string, b: string): boolean {
  const cut = Math.min(a.length, b.length);
  return a === b || (cut >= 4 && a.slice(0, cut) === b.slice(0, cut));
}

/** Written without spaces, or cut in the middle: its first ten letters stand in a row. */
function hasBeginning(text: string, name: string): boolean {
  const joined = wordsOf(name).join("");
  return joined.length >= 6 && wordsOf(text).join("").includes(joined.slice(0, 10));
}

const list = (words: string) => new Set(words.split(" "));

/** What statements say of the transfer itself. */
const ofTheBank = list(
  "NEFT RTGS IMPS UPI FT IFT INB INF INFT TPT TRF TFR TRANSFER TRANSFERRED FUND FUNDS BY FROM THE " +
    "FOR AND CREDIT CREDITED DEPOSIT PAYMENT PAYMENTS PAID PAY RECEIVED RECEIPT INWARD OUTWARD CLG " +
    "BANK BANKS BANKING NET MOBILE MOB ONLINE INTERNET APP REF REFERENCE UTR RRN TXN TRAN ACCOUNT " +
    "ACC ACCT CASH CMS NACH ACH ECS BIL BILL INVOICE INV ADVANCE WALLET TOPUP TOP RECHARGE LOAD " +
    "HDFC ICICI SBI SBIN AXIS UTIB KOTAK KKBK YES YESB IDBI IBKL IDFC IDFB INDUSIND INDB PNB PUNB " +
    "BOB BARB BOI BKID CANARA CNRB UNION UBIN INDIAN IDIB CENTRAL CBIN FEDERAL FDRL RBL RATN AU " +
    "BANDHAN BDBL UCO UCBA IOB IOBA STATE INDIA NATIONAL BRANCH MUMBAI DELHI INR RUPEES ONLY",
);

/** What a business is in law, and how one addresses people. */
const legal = list(
  "PVT PRIVATE LTD LIMITED LLP INC CO COMPANY CORP MR MRS MS SHRI SMT DR HUF AND OF THE",
);

/** Words that half of all businesses have in their name. */
const common = list(
  "TRADERS TRADER TRADING ENTERPRISES ENTERPRISE STORES STORE INDUSTRIES INDUSTRY SONS BROTHERS " +
    "BROS AGENCY AGENCIES SERVICES SERVICE SOLUTIONS ASSOCIATES GROUP INDIA INTERNATIONAL " +
    "TECHNOLOGIES TECHNOLOGY MARKETING MART SHOP CENTRE CENTER",
);
