import { text } from "./fields.ts";
import { long, corrected, required, right, stripped, wrong, type FieldRules } from "./typed.ts";

const invalidPhone = "Please enter a valid 10-digit Indian phone number";
const invalidEmail = "Please enter a valid email address";
const tooShort = "Password must be at least 8 characters";
const tooPlain =
  "Password must contain at least one uppercase letter, one lowercase letter, and one number";

const password = required("Password is required", {
  name: "password",
  label: "Password",
  cases: [
    wrong("Abc1234", tooShort),
    wrong("abcdefg1", tooPlain),
    wrong("ABCDEFG1", tooPlain),
    wrong("Abcdefgh", tooPlain),
    wrong(`Ab1${long(126)}`, "Password must not exceed 128 characters"),
    right("Plumotr1"),
  ],
});

const role: FieldRules = {
  name: "role",
  cases: [
    wrong("superadmin", "Role must be operator or retailer"),
    right("operator"),
    right("retailer"),
  ],
};

export const newTenant: readonly FieldRules[] = [
  text("name", "Name", {
    required: "Name is required",
    min: [2, "Name must be at least 2 characters"],
    max: [100, "Name must not exceed 100 characters"],
  }),
  required("Phone number is required", {
    name: "phone",
    label: "Phone number",
    cases: [
      wrong("12345", invalidPhone),
      wrong("5123456789", invalidPhone),
      corrected("98765432101", "9876543210", invalidPhone),
      stripped("nonsense", "", "Phone number is required", invalidPhone),
      right("6000000000"),
    ],
  }),
  {
    name: "email",
    label: "Email",
    cases: [
      wrong("nonsense", invalidEmail),
      wrong("a@b", invalidEmail),
      wrong(`${long(60)}@${long(36)}.com`, "Email must not exceed 100 characters"),
      right("accounts@verma.example"),
      right(""),
    ],
  },
  password,
  required("Role is required", role),
];

/** On edit a blank password keeps the current one, and what is left out stays. */
export const tenantEdit: readonly FieldRules[] = [
  { ...password, cases: [...password.cases.filter(({ typed }) => typed !== ""), right("")] },
  role,
].map((field) => ({ ...field, sent: [[undefined, undefined]] as const }));
