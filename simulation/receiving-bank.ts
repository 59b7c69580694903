import { csvStatement, type StatementRow } from "../apps/server/test/statement-world.ts";
import type { ProposedCorrection } from "./client-records.ts";
import type { BankName } from "./simulation-event.ts";

/** A transfer to a receiving account, in the books of its bank. */
export interface ReceivedTransfer {
  /** The id of the receiving account in which it arrived. */
  readonly account: string;
  readonly utr: string;
  readonly paise: number;
  /** DD/MM/YYYY, as on the statements. */
  readonly day: string;
}

/** A transfer that the bank took back, and whether an imported statement shows it. */
export interface TakenBackTransfer extends ReceivedTransfer {
  isImported: boolean;
}

/** Money of ours that left a receiving account for a provider. */
export interface SentTransfer {
  /** The id of the receiving account that it left. */
  readonly account: string;
  readonly bank: BankName;
  readonly utr: string;
  readonly paise: number;
}

/** A change of a receiving account that an adjustment is about: a charge, a recall, a return. */
export interface AccountCorrection {
  /** Null for money that arrived in none of the receiving accounts. */
  readonly account: string | null;
  /** The id of the adjustment. */
  readonly adjustment: string;
  /** Negative when money left. */
  readonly paise: number;
}

/** What a receiving account holds at the end, in its bank's books. */
export interface AccountBalance {
  readonly account: string;
  readonly closingPaise: number;
}

/** A statement with the transfers that it shows as taken back. */
interface IssuedStatement {
  readonly file: Buffer;
  readonly takenBack: readonly TakenBackTransfer[];
}

/** One spelling of a UTR, without the server's own rule: no zeros in front of digits. */
export function plainUtr(utr: string): string {
  return /^\d+$/.test(utr) ? utr.replace(/^0+/, "") : utr;
}

/** The bank takes back older transfers only: a client has usually requested their credit. */
const newestNotTakenBack = 5;
/** The transfers taken back that each statement shows. */
const takenBackShown = 20;

/** Every fourth transfer is preceded by a charge of the bank. */
const chargeEvery = 4;
const chargePaise = 59_00;

/** The bank of the receiving accounts: its books, and the statements that it issues. */
export function openReceivingBank(now: () => Date) {
  const received: ReceivedTransfer[] = [];
  const takenBack: TakenBackTransfer[] = [];
  const sent: SentTransfer[] = [];
  const corrections: AccountCorrection[] = [];
  /** Every movement of the accounts, oldest first. */
  const movements: AccountMovement[] = [];
  let statements = 0;
  const takeBack = (transfer: ReceivedTransfer | undefined): boolean => {
    if (!transfer || takenBack.some(({ utr }) => utr === transfer.utr)) return false;
    const day = dayOf(now());
    takenBack.push({ ...transfer, day, isImported: false });
    movements.push({ ...transfer, paise: -transfer.paise, day });
    return true;
  };
  return {
    receive(account: string, utr: string, paise: number): void {
      const transfer = { account, utr, paise, day: dayOf(now()) };
      if (received.filter((one) => one.account === account).length % chargeEvery === 0)
        movements.push({ ...transfer, utr: null, paise: -chargePaise });
      received.push(transfer);
      movements.push(transfer);
    },
    /** Money leaves an account for a provider. */
    send(transfer: SentTransfer): void {
      sent.push(transfer);
      const { account, utr, paise } = transfer;
      movements.push({ account, utr, paise: -paise, day: dayOf(now()) });
    },
    /** Moves what an adjustment is about, unless the bank did when it took the transfer back. */
    correct({ id, account, accountPaise: paise, isTakenBack }: ProposedCorrection): void {
      if (paise === 0) return;
      corrections.push({ account, adjustment: id, paise });
      if (account !== null && !isTakenBack)
        movements.push({ account, utr: null, paise, day: dayOf(now()) });
    },
    /** The account in which a transfer arrived; null if the bank does not know it. */
    accountOf: (utr: string) =>
      received.find((one) => plainUtr(one.utr) === plainUtr(utr))?.account ?? null,
    /** Takes an older transfer back, once. @returns whether there was one. */
    takeBack(nth: number): boolean {
      const older = received.slice(0, -newestNotTakenBack);
      return takeBack(older[nth % Math.max(older.length, 1)]);
    },
    /** Takes the newest transfer back. @returns whether there was one. */
    takeBackNewest: (): boolean => takeBack(received.at(-1)),
    /**
     * The newest transfers of one account as CSV, which names no account, and what was taken back of
     * it. Statements overlap.
     */
    statement(account: string, transfersMax: number): IssuedStatement | undefined {
      const isOwn = (one: ReceivedTransfer) => one.account === account;
      const own = received.filter(isOwn);
      if (own.length === 0) return undefined;
      const first = Math.max(0, own.length - transfersMax);
      statements += 1;
      const credits = own.flatMap((one, at) =>
        at < first ? [] : rowsOf(one, at, at + statements),
      );
      const shown = takenBack.filter(isOwn).slice(-takenBackShown);
      const debits = shown.map((one, at) => debitOf(one, at + statements));
      return {
        file: csvStatement([...credits, ...debits], "Simulated statement"),
        takenBack: shown,
      };
    },
    /** Every movement of an account with the balance after it. */
    completeStatement: (account: string): Buffer =>
      statementWithBalances(movements.filter((one) => one.account === account)),
    sent: (): SentTransfer[] => [...sent],
    corrections: (): AccountCorrection[] => [...corrections],
    balances: (): AccountBalance[] =>
      [...Map.groupBy(movements, (one) => one.account)].map(([account, own]) => ({
        account,
        closingPaise: own.reduce((sum, { paise }) => sum + paise, 0),
      })),
    books: (): ReceivedTransfer[] => [...received],
    takenBack: (): TakenBackTransfer[] => [...takenBack],
  };
}

/** A movement of an account in paise, negative when money left; a charge has no UTR. */
interface AccountMovement {
  readonly account: string;
  readonly utr: string | null;
  readonly paise: number;
  readonly day: string;
}

function statementWithBalances(movements: readonly AccountMovement[]): Buffer {
  let balance = 0;
  const rows = movements.map(({ utr, paise, day }, at) => {
    balance += paise;
    const [narration, reference] =
      utr === null ? (["CHARGES FOR THE MONTH", ""] as const) : spellingOf(utr, at);
    const amount = rupeesOf(Math.abs(paise));
    const sides = paise < 0 ? ([amount, ""] as const) : (["", amount] as const);
    return [day, narration, reference, ...sides, signedRupees(balance)] as const;
  });
  return csvStatement(rows, "Simulated statement");
}

/** The bank writes an IMPS number in another way in each of its exports. */
function rowsOf(
  { utr, paise, day }: ReceivedTransfer,
  at: number,
  exported: number,
): StatementRow[] {
  const [narration, reference] = spellingOf(utr, exported);
  const credit: StatementRow = [day, narration, reference, "", rupeesOf(paise)];
  const charge: StatementRow = [day, "CHARGES FOR THE MONTH", "", rupeesOf(chargePaise), ""];
  return at % chargeEvery === 0 ? [charge, credit] : [credit];
}

function debitOf({ utr, paise, day }: ReceivedTransfer, exported: number): StatementRow {
  const [narration, reference] = spellingOf(utr, exported);
  return [day, `RETURN ${narration}`, reference, rupeesOf(paise), ""];
}

function spellingOf(
  utr: string,
  exported: number,
): readonly [narration: string, reference: string] {
  return spellings(utr)[exported % 3] as readonly [string, string];
}

function spellings(utr: string): readonly (readonly [narration: string, reference: string])[] {
  const plain = ["NEFT CR SHARMA TRADERS", utr] as const;
  if (!/^\d{12}$/.test(utr)) return [plain, plain, plain];
  const padded = ["IMPS SHARMA TRADERS", `0000${utr}`] as const;
  // A spreadsheet takes the UTR for a number and drops its zeros.
  const shortened = ["IMPS SHARMA TRADERS", utr.replace(/^0+/, "")] as const;
  return [shortened, padded, [`MMT/IMPS/${utr}/SHARMA TRADERS`, ""]];
}

function rupeesOf(paise: number): string {
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}

const signedRupees = (paise: number) => `${paise < 0 ? "-" : ""}${rupeesOf(Math.abs(paise))}`;

const india = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const dayOf = (at: Date) => india.format(at);
