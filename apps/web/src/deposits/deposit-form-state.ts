import type { DepositForm, depositForm } from "@rokad/contract/deposits";
import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";

export type DepositFormState = UseFormReturn<DepositForm, unknown, z.output<typeof depositForm>>;
