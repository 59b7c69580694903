import { csvStatement, type StatementRow } from "../apps/server/test/statement-world.ts";

/** A transfer to the business's own account, as its bank has it. */
export interface Received {
  readonly utr: string;
  readonly paise: number;
  /** DD/MM/YYYY, as it stands on every statement with this transfer. */
  readonly day: string;
}

/** After so many transfers the bank takes a charge, which is a line as well. */
const chargeEvery = 4;

/** The bank of the account to which tenants transfer: its books, and the statements that it gives. */
export function openReceivingBank(now: () => Date) {
  const received: Received[] = [];
  return {
    take(utr: string, paise: number): void {
      received.push({ utr, paise, day: dayOf(now()) });
    },
    /** Its newest transfers as CSV; the next statement has many of them again. */
    statement(transfersMax: number): Buffer | undefined {
      if (received.length === 0) return undefined;
      const first = Math.max(0, received.length - transfersMax);
      return csvStatement(received.flatMap((one, at) => (at < first ? [] : rowsOf(one, at))));
    },
    books: (): Received[] => [...received],
  };
}

function rowsOf({ utr, paise, day }: Received, at: number): StatementRow[] {
  const came: StatementRow = [day, "NEFT CR SHARMA TRADERS", utr, "", rupeesOf(paise)];
  const charge: StatementRow = [day, "CHARGES FOR THE MONTH", "", "59.00", ""];
  return at % chargeEvery === 0 ? [charge, came] : [came];
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
