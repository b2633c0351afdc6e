export {
  type AppendAudit,
  type AuditEvent,
  createAudit,
  readAuditHead,
  verifyAudit,
} from './audit/audit.ts'
export { type AuditTable, auditTable } from './audit/auditTable.ts'
export { lockFolder } from './database/lockFolder.ts'
export {
  type Database,
  type DatabaseLocation,
  type DatabaseShape,
  locateDatabase,
  openDatabase,
  type Queries,
} from './database/openDatabase.ts'
export { secretsOfLocation } from './database/secretsOfLocation.ts'
export { type Environment, readEnvironment } from './environment/readEnvironment.ts'
export {
  bareUrl,
  databaseUrl,
  logLevel,
  mailAddress,
  onOff,
  secret,
  smtpUrl,
  text,
  wholeNumber,
} from './environment/variables.ts'
export { isSame, keyedHash, sha256 } from './hash.ts'
export { type Budget, type Budgets, lightBudget, ownBudgets } from './http/budget.ts'
export { type Call, createHttpApp, type HttpApp } from './http/createHttpApp.ts'
export { HttpError, readInputError, refuse } from './http/httpError.ts'
export { type Listening, listen } from './http/listen.ts'
export { listRoutes, requireBudgets } from './http/listRoutes.ts'
export { readAnswer, TooLong } from './http/readAnswer.ts'
export { decodeBody, parseBody, readCallBody } from './http/readBody.ts'
export { readBrowser } from './http/readBrowser.ts'
export { networkOf, requesterAddress } from './http/requester.ts'
export { warnOfProxy } from './http/watchProxies.ts'
export { sliceArray, sliceObject } from './json/jsonSlices.ts'
export { rebuildJson } from './json/rebuildJson.ts'
export { rewrapKind, rewrapRows } from './keys/rewrapRows.ts'
export { createLog, type DestinationStream, type Logger, type LogLevel } from './log/createLog.ts'
export { secretsOfKeys } from './log/secretsOfKeys.ts'
export { secretsOfUrl } from './log/secretsOfUrl.ts'
export { createMailer, type Mail, type Mailer } from './mail/createMailer.ts'
export { watchMails } from './mail/watchMails.ts'
export { createRegistry, requestSeconds } from './metrics/createRegistry.ts'
export { mailMeters } from './metrics/mailMeters.ts'
export { isProofNonce, newProofNonce } from './proofs/proofNonces.ts'
export { readAccessToken, requireProof } from './proofs/requireProof.ts'
export { createWindows } from './rates/createWindows.ts'
export { type RatesTable, ratesTable } from './rates/ratesTable.ts'
export { forgetUsed, takeOnce } from './rates/takeOnce.ts'
export { forgetRates, readRate, takeRate } from './rates/takeRate.ts'
export { type UsedTable, usedTable } from './rates/usedTable.ts'
export { runMain } from './run/runMain.ts'
export { type RunningServer, runServer } from './run/runServer.ts'
export { runStoreCommand } from './run/runStoreCommand.ts'
export { tendStore } from './run/tendStore.ts'
export { type CallService, createServiceCaller } from './service/callService.ts'
export { requireServiceCall } from './service/requireServiceCall.ts'
