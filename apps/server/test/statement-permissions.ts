/** Who may make the calls about bank statements; see `call-permissions.ts`. */
export const statementPermissions = {
  approveStatementLine: "superadmin who signs: owner operations",
  approveStatementMatches: "superadmin who signs: owner operations",
  getStatementImport: "superadmin: owner operations finance support auditor",
  importStatement: "superadmin: owner operations",
  listStatementImports: "superadmin: owner operations finance support auditor",
  listStatementLines: "superadmin: owner operations finance support auditor",
  previewStatement: "superadmin: owner operations",
  undoStatementImport: "superadmin: owner operations",
} as const;
