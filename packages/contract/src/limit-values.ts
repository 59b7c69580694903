// Each is an export of its own, so that a page loads only those that it uses.
export const otpDigits = 6;
export const otpResendSeconds = 30;
export const otpLifeSeconds = 5 * 60;
export const otpWrongTriesMax = 5;
/** The wrong codes of a number in 24 hours before new browsers wait. */
export const otpWrongTriesPerDayMax = 10;
/** The wait after that many wrong codes, and after each further one. */
export const otpPauseMinutes = [1, 5, 15, 60] as const;
/** Between the codes of two new browsers at one address; one whose answer was lost is new again. */
export const otpOtherBrowserSeconds = 5;
/** Codes for different orders that are sent at once. */
export const otpBurstMax = 3;
/** A page learns that a text was not sent at multiples of this after the request. */
export const otpStatusSeconds = 5;
export const otpUnsentPerHourMax = 20;
export const accessTokenMinutes = 5;
/** How long a session without a key lives, since its sign-in or the upgrade. */
export const keylessSessionHours = 24;
/** How far the time of a proof may be from the server's. */
export const proofSecondsMax = 60;
export const superAdminIdleMinutes = 15;
/** The console reports activity each minute, so the server ends an idle session this much later. */
export const idleGraceMinutes = 2;
export const payoutWrongOtpsPerHourMax = 10;
export const payoutLockSeconds = 60 * 60;
export const stepUpCodesPerHourMax = 120;
export const signatureSeconds = 5 * 60;
/** Of a signature for several items or steps. */
export const batchSignatureSeconds = 10 * 60;
/** How long a passkey's challenge, and then its proof, can be used. */
export const passkeySeconds = 5 * 60;
export const passkeysMax = 20;
export const passkeyNameCharsMax = 40;
export const credentialIdCharsMax = 1_400;
export const passkeyAnswerCharsMax = 20_000;
/** The challenges of a person. */
export const passkeyChallengesPerHourMax = 240;
export const testTextsPerHourMax = 20;
export const mobileDigits = 10;
export const depositPaiseMin = 100_00;
export const depositPaiseMax = 10_00_000_00;
/** A batch of the most deposits, each of the largest amount. */
export const bulkDepositsPaiseMax = 10_00_00_000_00;
/** What can arrive for a deposit request, which may differ from the requested amount. */
export const receivedPaiseMax = 1_00_00_000_00;
export const utrCharsMin = 12;
export const utrCharsMax = 22;
export const remarksCharsMax = 200;
export const fundTransferPaiseMax = 10_00_00_00_000_00;
export const providerChargePaiseMax = 10_00_00_000_00;
export const payoutPaiseMin = 1_00;
export const payoutPaiseMax = 5_00_000_00;
/** The balance of a tenant that is being closed is paid out in at most so many payouts. */
export const closingPayoutsMax = 1_000;
export const feePaiseMax = 1_000_00;
export const monthlyTargetPaiseMax = 10_00_00_00_000_00;
export const beneficiaryNameCharsMin = 2;
export const beneficiaryNameCharsMax = 100;
export const beneficiaryEmailCharsMax = 100;
export const beneficiaryAddressCharsMax = 200;
export const shortNameCharsMax = 40;
export const beneficiaryNoteCharsMax = 500;
export const tagsMax = 10;
export const tagCharsMax = 30;
/** Destinations of a beneficiary that have not ended. */
export const payoutDestinationsMax = 10;
/** How long an earlier payout to the same account is shown before the next one. */
export const repeatWarningHours = 24;
/** The newest payouts among which it is looked up. */
export const repeatWarningPayoutsMax = 5_000;
export const beneficiariesPageRows = 25;
export const beneficiaryPayoutsRows = 10;
/** Of one file; a longer list is imported in parts. */
export const beneficiaryImportRowsMax = 5_000;
export const beneficiaryImportFileBytesMax = 5_000_000;
export const beneficiaryImportBodyBytesMax = 7_000_000;
/** The digits from which a search takes them for the end of an account number. */
export const searchDigitsMin = 4;
export const upiIdCharsMax = 100;
export const accountNumberDigitsMin = 9;
export const accountNumberDigitsMax = 18;
export const ifscChars = 11;
export const holderNameCharsMin = 2;
export const holderNameCharsMax = 50;
export const labelCharsMax = 40;
export const bankNameCharsMin = 2;
export const bankNameCharsMax = 100;
export const tenantNameCharsMin = 2;
export const tenantNameCharsMax = 100;
export const emailCharsMax = 100;
export const tenantPasswordCharsMin = 8;
export const tenantPasswordCharsMax = 128;
export const historyPageRows = 20;
export const bankAccountsPageRows = 12;
export const viewingMinutes = 15;
export const tenantsPageRows = 10;
export const auditPageRows = 25;
export const recentPayoutsRows = 5;
export const statementPageRows = 20;
export const taxDocumentsPageRows = 20;
export const notificationsPageRows = 20;
export const unreadCountMax = 100;
export const emailCodeMinutes = 15;
export const emailCodesPerHourMax = 5;
export const emailCodesPerAddressPerHourMax = 5;
export const emailWrongCodesPerHourMax = 10;
export const digestSeconds = 300;
export const digestItemsShown = 10;
/** Texts that a person chose; codes and warnings do not count. */
export const chosenTextsPerHourMax = 6;
export const testEmailsPerHourMax = 20;
export const statementPdfLinesMax = 10_000;
export const statementFileBytesMax = 10_000_000;
export const statementBodyBytesMax = 14_000_000;
/** How long a payout can wait for funds, and how long it does unless a business chooses. */
export const fundsWaitHoursMin = 1;
export const fundsWaitHoursMax = 240;
export const fundsWaitHours = 96;
/** Payouts of one wallet that wait for funds, without the rows of batches. */
export const fundsQueuePayoutsMax = 1_000;
/** Of one batch of payouts. */
export const batchRowsMax = 50_000;
/** The largest total of a batch, without charges: as many rows as it holds, each as large as it may be. */
export const batchTotalPaiseMax = batchRowsMax * payoutPaiseMax;
export const batchFileBytesMax = 20_000_000;
export const batchBodyBytesMax = 27_000_000;
export const batchCellCharsMax = 500;
/** Rows that one request corrects. */
export const batchChangesMax = 500;
/** How long a payout of the same account and amount counts as a repeat. */
export const batchRepeatDays = 90;
/** Due days that a schedule with an end can have. */
export const scheduleRunsMax = 600;
export const scheduleEveryMax = 52;
/** A run whose time was longer ago when a worker sees it is missed: a person decides about it. */
export const scheduleCatchUpHours = 12;
/** How long a run that failed or was missed can be retried. */
export const scheduleRetryDays = 30;
export const upcomingDaysMax = 92;
export const upcomingItemsMax = 500;
export const importedFileNameCharsMax = 200;
export const statementLinesMax = 50_000;
export const statementLineNumberMax = 2_000_000;
export const statementColumnsMax = 60;
export const statementImportsPageRows = 10;
export const analyticsDays = 30;
export const analyticsDaysMax = 366;
export const analyticsBanksShown = 5;
export const platformAnalyticsRowsShown = 20;
export const platformReportsPageRows = 20;
export const platformReportsWaitingMax = 10;
export const platformReportBytesMax = 64 * 1024 * 1024;
/** Of a report on screen; a file has all. */
export const reportPayoutsMax = 200_000;
export const reportGroupsShown = 50;
export const storedFileDays = 7;
/** The console suggests a background export above this. */
export const directExportRows = 50_000;
export const directExportSecondsMax = 10 * 60;
export const exportSecondsMax = 2 * 60 * 60;
export const exportBytesMax = 2 * 1024 * 1024 * 1024;
export const exportsInProgressMax = 3;
export const exportsStoredMax = 10;
export const exportsPageRows = 20;
export const trendDays = 14;
export const processingTimePayouts = 1_000;
export const settingHistoryPageRows = 10;
export const approvalBandsMax = 20;
export const approvalStepsMax = 5;
export const approvalsPerStepMax = 5;
export const approversPerStepMax = 20;
export const approvalsAtOnceMax = 200;
export const coolingHoursMax = 720;
export const deputiesMax = 5;
export const leaveDaysMax = 366;
export const proposalDays = 7;
export const proposalsPageRows = 20;
export const payoutSlowSeconds = 5 * 60;
export const activityMinutes = 15;
export const activityPageRows = 10;
export const databaseQuerySeconds = 5;
export const databaseTablesShown = 12;
export const replicaWaitMs = 250;
export const verificationFaultsShown = 20;
export const reconciliationRunsPageRows = 10;
export const differencesPageRows = 20;
export const fundTransfersPageRows = 20;
export const floatItemsShown = 20;
export const pageRowsMax = 100;
/** Of a team, with open invitations. */
export const teamMembersMax = 100;
export const invitationDays = 7;
export const searchCharsMax = 100;
/** Of one person, on each server. */
export const searchesPerMinuteMax = 120;
/** Of one person and history. */
export const savedViewsMax = 20;
export const viewNameCharsMax = 40;
export const reasonCharsMax = 200;
export const returnReferenceCharsMin = 4;
export const returnReferenceCharsMax = 60;
export const credentialCharsMax = 500;
/** The evidence for a proposed payout outcome. */
export const evidenceCharsMin = 20;
export const evidenceCharsMax = 1_000;
export const adjustmentPaiseMax = 10_00_00_000_00;
export const adjustmentReferenceCharsMax = 50;
export const adjustmentFileNameCharsMax = 100;
export const adjustmentDocumentBytesMax = 2_000_000;
export const adjustmentBodyBytesMax = 2_800_000;
export const bulkReviewMax = 100;
export const idempotencyKeyCharsMax = 100;
/** Items that one list of what waits for a person shows. */
export const waitingShownMax = 100;
/** A payment advice's link works for so long. */
export const adviceDays = 90;
/** Of one payout, that work. */
export const advicesPerPayoutMax = 10;
/** E-mails that people of one business send by hand. */
export const adviceEmailsPerHourMax = 100;
/** Views of payment advices from one network address. */
export const adviceViewsPerHourMax = 600;
/** API keys of a business that work. */
export const apiKeysMax = 50;
export const webhookEndpointsMax = 20;
export const apiKeyNameCharsMax = 60;
export const apiKeyNetworksMax = 50;
export const apiKeyDaysMax = 3_650;
export const apiKeyOverlapHoursMax = 168;
export const apiKeyUnusedWarnDays = 45;
export const apiKeyUnusedDays = 90;
/** How often a server notes that it saw a key, at most. */
export const apiKeyUseSeconds = 60;
export const apiRequestDays = 30;
/** Refused requests (4xx) of one key that a server records. */
export const apiRefusalsPerMinuteMax = 600;
/** Requests that one page of the log reads while it looks for those that a filter wants. */
export const apiRequestsReadMax = 20_000;
export const metadataKeysMax = 20;
export const metadataValueCharsMax = 500;
export const requestBodyBytesMax = 100_000;
export const requestArrivesMsMax = 120_000;
export const errorFieldsMax = 20;
