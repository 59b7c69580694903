import { csvStatement, type StatementRow } from "../apps/server/test/statement-world.ts";

/** A transfer to a receiving account, in the books of its bank. */
export interface ReceivedTransfer {
  /** The id of the receiving account in which it arrived. */
  readonly account: string;
  readonly utr: string;
  readonly paise: number;
  /** DD/MM/YYYY, as on the statements. */
  readonly day: string;
}

/** One spelling of a UTR, without the server's own rule: no zeros in front of digits. */
export function plainUtr(utr: string): string {
  return /^\d+$/.test(utr) ? utr.replace(/^0+/, "") : utr;
}

/** Every fourth transfer is preceded by a charge of the bank. */
const chargeEvery = 4;

/** The bank of the receiving accounts: its books, and the statements that it issues. */
export function openReceivingBank(now: () => Date) {
  const received: ReceivedTransfer[] = [];
  let statements = 0;
  return {
    receive(account: string, utr: string, paise: number): void {
      received.push({ account, utr, paise, day: dayOf(now()) });
    },
    /** The newest transfers of one account as CSV, which names no account. Statements overlap. */
    statement(account: string, transfersMax: number): Buffer | undefined {
      const own = received.filter((one) => one.account === account);
      if (own.length === 0) return undefined;
      const first = Math.max(0, own.length - transfersMax);
      statements += 1;
      return csvStatement(
        own.flatMap((one, at) => (at < first ? [] : rowsOf(one, at, at + statements))),
        "Simulated statement",
      );
    },
    books: (): ReceivedTransfer[] => [...received],
  };
}

/** The bank writes an IMPS number in another way in each of its exports. */
function rowsOf(
  { utr, paise, day }: ReceivedTransfer,
  at: number,
  exported: number,
): StatementRow[] {
  const [narration, reference] = spellings(utr)[exported % 3] as readonly [string, string];
  const credit: StatementRow = [day, narration, reference, "", rupeesOf(paise)];
  const charge: StatementRow = [day, "CHARGES FOR THE MONTH", "", "59.00", ""];
  return at % chargeEvery === 0 ? [charge, credit] : [credit];
}

function spellings(utr: string): readonly (readonly [narration: string, reference: string])[] {
  const plain = ["NEFT CR SHARMA TRADERS", utr] as const;
  if (!/^\d{12}$/.test(utr)) return [plain, plain, plain];
  return [plain, ["IMPS SHARMA TRADERS", `0000${utr}`], [`MMT/IMPS/${utr}/SHARMA TRADERS`, ""]];
}

function rupeesOf(paise: number): string {
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}

const india = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const dayOf = (at: Date) => india.format(at);
