import { limits } from "@rokad/contract/limits";
import { Landmark, Smartphone } from "lucide-react";
import { useController, useWatch, type Control, type FieldValues } from "react-hook-form";
import { t } from "../language.ts";
import { capitalsAndDigits, digitsOnly } from "../api/clean-field.ts";
import { BankOfIfsc, useBankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { RadioCards } from "../ui/radio-cards.tsx";
import { PlainField } from "./plain-field.tsx";

const methods = [
  { value: "imps", label: t`Bank account`, description: t`Paid by IMPS`, icon: <Landmark /> },
  { value: "upi", label: "UPI ID", description: t`Paid by UPI`, icon: <Smartphone /> },
] as const;

/** The fields of a destination: `destination.method` with its account and IFSC, or its UPI ID. */
export function DestinationFields<Fields extends FieldValues>(props: { control: Control<Fields> }) {
  const control = props.control as unknown as Control;
  const method = useController({ control, name: "destination.method" }).field;
  return (
    <>
      <RadioCards
        legend={t`Pay by`}
        options={methods}
        value={method.value as "imps" | "upi"}
        onValueChange={method.onChange}
        className="sm:col-span-2"
      />
      {method.value === "upi" ? (
        <PlainField
          control={control}
          name="destination.upi_id"
          label="UPI ID"
          required
          hint={t`For example: name@bank`}
          inputMode="email"
          isWide
        />
      ) : (
        <AccountFields control={control} />
      )}
    </>
  );
}

function AccountFields({ control }: { control: Control }) {
  const ifsc: unknown = useWatch({ control, name: "destination.ifsc_code" });
  const bank = useBankOfIfsc(typeof ifsc === "string" ? ifsc : "");
  return (
    <>
      <PlainField
        control={control}
        name="destination.account_number"
        label={t`Account number`}
        required
        hint={t`9 to 18 digits`}
        inputMode="numeric"
        clean={(text) => digitsOnly(text).slice(0, limits.accountNumberDigitsMax)}
      />
      <PlainField
        control={control}
        name="destination.ifsc_code"
        label={t`IFSC code`}
        required
        hint={<BankOfIfsc bank={bank} />}
        clean={(text) => capitalsAndDigits(text).slice(0, limits.ifscChars)}
      />
    </>
  );
}
