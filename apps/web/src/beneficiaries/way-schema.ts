interface WayValues {
  readonly method?: string;
  readonly upi_id?: unknown;
  readonly account_number?: unknown;
  readonly ifsc_code?: unknown;
}

/** The selected method's fields; what was typed for the other one stays in the form. */
function selectWayFields(way: WayValues): object {
  const { upi_id, account_number, ifsc_code, method } = way;
  return method === "upi" ? { method, upi_id } : { method, account_number, ifsc_code };
}

export const blankWay = { method: "imps", account_number: "", ifsc_code: "", upi_id: "" } as const;

interface StandardSchema {
  readonly "~standard": { readonly validate: (values: unknown) => unknown };
}

/** A contract's schema, applied to the selected method's fields only. */
export function withSelectedWay<Schema extends StandardSchema>(schema: Schema): Schema {
  const validate = (values: unknown) => {
    const { way, ...rest } = values as { way: WayValues };
    return schema["~standard"].validate({ ...rest, way: selectWayFields(way) });
  };
  return { ...schema, "~standard": { ...schema["~standard"], validate } };
}
