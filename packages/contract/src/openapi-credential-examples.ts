const credential = {
  name: "RAZORPAYX_KEY_SECRET",
  source: "stored",
  ends_in: "k3Qd",
  set_at: "2026-11-21T06:00:00.000Z",
  set_by: { id: "01994c50-1c1a-7b0e-8c55-0d3c5a0b7e01", name: "Meera Iyer" },
};

/** Examples of the credentials for the API's document. */
export const credentialExamples = {
  listCredentials: { answer: { success: true, data: [credential] } },
  changeCredential: {
    request: { value: "the-secret-of-the-dashboard", seen_set_at: null, otp: "482913" },
    answer: { success: true, message: "Credential saved", data: credential },
  },
};
