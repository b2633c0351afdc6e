export {
  type AppendAudit,
  type AuditEvent,
  createAudit,
  readAuditHead,
  verifyAudit,
} from './audit/audit.ts'
export { type AuditTable, auditTable } from './audit/auditTable.ts'
export {
  type Database,
  type DatabaseLocation,
  type DatabaseShape,
  locateDatabase,
  openDatabase,
  type Queries,
} from './database/openDatabase.ts'
export { secretsOfLocation } from './database/secretsOfLocation.ts'
export { rewrapKind, rewrapRows } from './keys/rewrapRows.ts'
export { createDatabaseCounter, forgetRates, readRate } from './limits/databaseCounter.ts'
export { type RatesTable, ratesTable } from './limits/ratesTable.ts'
export { forgetUsed, rememberUsed } from './limits/rememberUsed.ts'
export { type UsedTable, usedTable } from './limits/usedTable.ts'
export { watchMails } from './mail/watchMails.ts'
export { runStoreCommand } from './run/runStoreCommand.ts'
export { tendStore } from './run/tendStore.ts'
