import { credentialProposals } from "./identity/credentials/propose-credential.ts";
import type { ProposalHandlers } from "./identity/proposals/proposal.ts";
import { settingsProposals } from "./identity/setting-changes/propose-settings.ts";
import { receivingAccountProposals } from "./money-in/receiving-accounts/propose-receiving-account.ts";

/** What each kind of proposal does when it takes effect. */
export const proposalHandlers: ProposalHandlers = {
  settings: settingsProposals,
  credential: credentialProposals,
  receiving_account: receivingAccountProposals,
};
