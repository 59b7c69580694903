// The guarantee: a beneficiary keeps every account it ever had, and no account belongs to two
// beneficiaries of a business.
import {
  addPayoutDestination,
  endPayoutDestination,
  setDefaultDestination,
} from "@rokad/contract/payout-destinations";
import { createBeneficiary, getBeneficiary } from "@rokad/contract/beneficiaries";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beneficiaryOf } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator();
});
afterAll(() => world.close());

let made = 0;
const newNumber = () => `71000${String((made += 1)).padStart(7, "0")}`;

async function save() {
  return (await owner.ask(createBeneficiary, { body: beneficiaryOf(newNumber()) })).data;
}

describe("an account", () => {
  test("belongs to one beneficiary of a business, and the other one is named", async () => {
    const number = newNumber();
    await owner.ask(createBeneficiary, { body: beneficiaryOf(number, { name: "First Holder" }) });
    const { status, body } = await owner.post("/beneficiaries", beneficiaryOf(number));
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      "BENEFICIARY_EXISTS",
      "First Holder already has this account",
    ]);
    const branch = beneficiaryOf(number, { destination: destination(number, "HDFC0000060") });
    expect((await owner.post("/beneficiaries", branch)).status).toBe(409);
    const otherBank = beneficiaryOf(number, { destination: destination(number, "ICIC0000026") });
    expect((await owner.post("/beneficiaries", otherBank)).status).toBe(201);
    const business = await world.operator();
    expect((await business.post("/beneficiaries", beneficiaryOf(number))).status).toBe(201);
  });

  test("a UPI ID is the same whatever the case of its letters", async () => {
    const upi = (upi_id: string) =>
      beneficiaryOf("", { destination: { method: "upi", upi_id }, name: "Upi Holder" });
    await owner.ask(createBeneficiary, { body: upi("Same.Person@okhdfc") });
    const { body } = await owner.post("/beneficiaries", upi("same.person@OKHDFC"));
    expect(body.error.message).toBe("Upi Holder already has this UPI ID");
  });

  test("goes to one of eight requests that save it at once", async () => {
    const number = newNumber();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.post("/beneficiaries", beneficiaryOf(number))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  const destination = (account_number: string, ifsc_code: string) =>
    ({ method: "imps", account_number, ifsc_code }) as const;
});

describe("destinations", () => {
  test("a changed account is a new destination, and the old one stays as ended", async () => {
    const { id, default_destination: old } = await save();
    const number = newNumber();
    const body = {
      destination: { method: "imps", account_number: number, ifsc_code: "ICIC0000026" },
      replaces: old?.id ?? "",
    } as const;
    const { data } = await owner.ask(addPayoutDestination, { params: { id }, body });
    expect(data.default_destination?.account).toBe(`****${number.slice(-4)}`);
    expect(
      data.destinations.map((destination) => [
        destination.is_default,
        destination.ended_at !== null,
      ]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
    const again = await owner.post(`/beneficiaries/${id}/destinations`, {
      ...body,
      destination: { ...body.destination, account_number: newNumber() },
    });
    expect([again.status, again.body.error.code]).toEqual([409, "BENEFICIARY_CHANGED"]);
  });

  test("of two people who replace the same account at once, one gets an error", async () => {
    const { id, default_destination: old } = await save();
    const replace = () =>
      owner.post(`/beneficiaries/${id}/destinations`, {
        destination: { method: "imps", account_number: newNumber(), ifsc_code: "HDFC0000001" },
        replaces: old?.id,
      });
    const answers = await Promise.all([replace(), replace()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { data } = await owner.ask(getBeneficiary, { params: { id } });
    expect(data.destinations.filter((destination) => destination.ended_at === null)).toHaveLength(
      1,
    );
  });

  test("the default can be chosen; when it ends, the oldest other one is the default", async () => {
    const { id } = await save();
    const add = async (upi_id: string) => {
      const body = { destination: { method: "upi", upi_id } } as const;
      const { data } = await owner.ask(addPayoutDestination, { params: { id }, body });
      return data.destinations.find((destination) => destination.account === upi_id)?.id ?? "";
    };
    const second = await add(`second${id.slice(-6)}@okhdfc`);
    await add(`third${id.slice(-6)}@okhdfc`);
    const chosen = await owner.ask(setDefaultDestination, {
      params: { id, destination_id: second },
    });
    expect(chosen.data.default_destination?.id).toBe(second);
    const ended = await owner.ask(endPayoutDestination, { params: { id, destination_id: second } });
    expect(ended.data.default_destination?.method).toBe("imps");
    expect(ended.data.destinations_count).toBe(2);
    const repeated = await owner.ask(endPayoutDestination, {
      params: { id, destination_id: second },
    });
    expect(repeated.data).toEqual(ended.data);
    const late = await owner.post(`/beneficiaries/${id}/destinations/${second}/default`, {});
    expect(late.status).toBe(409);
  });

  test("an eleventh destination is rejected", async () => {
    const { id } = await save();
    const add = (nth: number) =>
      owner.post(`/beneficiaries/${id}/destinations`, {
        destination: { method: "upi", upi_id: `payee${nth}x${id.slice(-6)}@okaxis` },
      });
    for (let nth = 2; nth <= 10; nth += 1) expect((await add(nth)).status).toBe(201);
    const { status, body } = await add(11);
    expect([status, body.error.message]).toEqual([
      400,
      "A beneficiary has at most 10 accounts and UPI IDs",
    ]);
  });
});
