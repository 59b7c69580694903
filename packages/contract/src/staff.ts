/* Who of the installation's staff may make a call, for files with many calls. */

export const forReaders = { who: "superadmin", needs: "view" } as const;
export const forFinance = { who: "superadmin", needs: "finance" } as const;
