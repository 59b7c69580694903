import { walkXml } from "../src/files/tables/walk-xml.ts";

/** A voucher of a file for Tally; debits are positive here, in paise. */
export interface Voucher {
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly entries: readonly {
    readonly ledger: string;
    readonly paise: number;
    readonly isDebit: boolean;
  }[];
}

/** Parses a file for Tally: its ledgers with their groups, and its vouchers. */
export function readTally(xml: string) {
  const path: string[] = [];
  const ledgers = new Map<string, string>();
  const vouchers: Voucher[] = [];
  let type = "";
  let fields: Record<string, string> = {};
  let entry: Record<string, string> = {};
  let entries: Voucher["entries"][number][] = [];
  walkXml(xml, {
    open: (name, attributes) => {
      path.push(name);
      if (name === "VOUCHER") [type, fields, entries] = [attributes["VCHTYPE"] ?? "", {}, []];
      if (name === "VOUCHER") fields["REMOTEID"] = attributes["REMOTEID"] ?? "";
      if (name === "LEDGER") fields = {};
      if (name === "ALLLEDGERENTRIES.LIST") entry = {};
    },
    text: (text, inside) => {
      const target = path.includes("ALLLEDGERENTRIES.LIST") ? entry : fields;
      target[inside] = (target[inside] ?? "") + text;
    },
    close: (name) => {
      path.pop();
      if (name === "LEDGER") ledgers.set(fields["NAME"] ?? "", fields["PARENT"] ?? "");
      if (name === "VOUCHER") vouchers.push({ type, fields, entries });
      if (name === "ALLLEDGERENTRIES.LIST")
        entries.push({
          ledger: entry["LEDGERNAME"] ?? "",
          paise: -Math.round(Number(entry["AMOUNT"]) * 100),
          isDebit: entry["ISDEEMEDPOSITIVE"] === "Yes",
        });
    },
  });
  return { ledgers, vouchers };
}

/** What vouchers together add to a ledger, in paise. */
export function balanceOf(vouchers: readonly Voucher[], ledger: string): number {
  const entries = vouchers.flatMap((voucher) => voucher.entries);
  return entries.filter((one) => one.ledger === ledger).reduce((sum, { paise }) => sum + paise, 0);
}
