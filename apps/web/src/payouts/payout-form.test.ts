import type { PayoutOrder } from "@rokad/contract/payout-form";
import { expect, test } from "vitest";
import { payoutFormSchema } from "./payout-form.ts";

const filled = {
  beneficiary_name: "Asha Verma",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "12 MG Road",
  upi_id: "asha@upi",
  account_number: "123",
  ifsc_code: "hdfc0000123",
  amount: 1500.25,
  remarks: "",
};

async function check(values: unknown) {
  return (await payoutFormSchema["~standard"].validate(values)) as {
    value?: PayoutOrder;
    issues?: { message: string }[];
  };
}

test("neither checks nor sends the fields of the other method [8.28]", async () => {
  const { value, issues } = await check({ ...filled, method: "upi" });
  expect(issues).toBeUndefined();
  expect(value).toMatchObject({ method: "upi", upi_id: "asha@upi" });
  expect(value).not.toHaveProperty("account_number");
});

test("checks the fields of the selected method [8.29]", async () => {
  const { issues } = await check({ ...filled, method: "imps" });
  expect(issues?.map(({ message }) => message)).toEqual(["Account number must be 9-18 digits"]);
});
