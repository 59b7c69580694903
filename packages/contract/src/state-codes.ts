/** The states and union territories by their GST code. 25 and 28 are on older registrations only. */
export const stateNames = {
  "01": "Jammu & Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "25": "Daman & Diu",
  "26": "Dadra & Nagar Haveli & Daman & Diu",
  "27": "Maharashtra",
  "28": "Andhra Pradesh (before division)",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman & Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
  "97": "Other Territory",
} as const;

export type StateCode = keyof typeof stateNames;

/** In the order of the codes; an object with such keys would list "10" before "01". */
export const stateCodes = Object.keys(stateNames).toSorted() as [StateCode, ...StateCode[]];

/** "29-Karnataka", as GST returns write a place of supply. */
export function placeOfSupply(code: StateCode): string {
  return `${code}-${stateNames[code]}`;
}

const withoutLegislature: ReadonlySet<StateCode> = new Set([
  "04",
  "25",
  "26",
  "31",
  "35",
  "38",
  "97",
]);

/** The second half of the tax within a state; union territories without a legislature levy UTGST. */
export function stateTaxName(code: StateCode): "SGST" | "UTGST" {
  return withoutLegislature.has(code) ? "UTGST" : "SGST";
}
