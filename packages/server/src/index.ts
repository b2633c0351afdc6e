export { lockFolder } from './database/lockFolder.ts'
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
export { type Budget, type Budgets, lightBudget, sharedBudgets } from './http/budget.ts'
export type { Call, HttpApp } from './http/call.ts'
export { createHttpApp } from './http/createHttpApp.ts'
export {
  type Door,
  defineRoute,
  type Route,
  type RouteRequest,
  readRouteBody,
  routeBudgets,
} from './http/defineRoute.ts'
export { fetchLimited } from './http/fetchLimited.ts'
export { FetchRefused, fetchPublic } from './http/fetchPublic.ts'
export { HttpError, readInputError, refuse } from './http/httpError.ts'
export { listRoutes, requireBudgets } from './http/listRoutes.ts'
export { createNetworkRule, type NetworkRule } from './http/networkRule.ts'
export { type PageLanguage, pageLanguage } from './http/pageLanguage.ts'
export { decodeBody, parseBody, readCallBody } from './http/readBody.ts'
export { readBrowser } from './http/readBrowser.ts'
export { readAnswer, readBytes, TooLong } from './http/readBytes.ts'
export { networkOf, requesterAddress } from './http/requester.ts'
export { parseInput, serveRoutes } from './http/serveRoutes.ts'
export { warnOfProxy } from './http/watchProxies.ts'
export { sliceArray, sliceObject } from './json/jsonSlices.ts'
export { rebuildJson } from './json/rebuildJson.ts'
export { type Concurrency, createConcurrency } from './limits/concurrency.ts'
export { type Counter, createLimiter, type Limiter, type Rate } from './limits/limiter.ts'
export {
  defineLimits,
  type Limit,
  type LimitSettings,
  type LimitsOf,
  type LimitTable,
  resolveLimits,
} from './limits/limits.ts'
export { createMemoryCounter } from './limits/memoryCounter.ts'
export { dayMs, hourMs, minuteMs, secondMs, sharedLimits } from './limits/sharedLimits.ts'
export { createLog, type DestinationStream, type Logger, type LogLevel } from './log/createLog.ts'
export { secretsOfKeys } from './log/secretsOfKeys.ts'
export { secretsOfUrl } from './log/secretsOfUrl.ts'
export { createMailer, type Mail, type Mailer } from './mail/createMailer.ts'
export { createRegistry, requestSeconds } from './metrics/createRegistry.ts'
export { mailMeters } from './metrics/mailMeters.ts'
export { isProofNonce, newProofNonce } from './proofs/proofNonces.ts'
export { readAccessToken, requireProof } from './proofs/requireProof.ts'
export { type ProcessOptions, processVariables, readProcessOptions } from './run/processOptions.ts'
export { runMain } from './run/runMain.ts'
export { type RunningServer, runServer } from './run/runServer.ts'
export { type CallService, createServiceCaller } from './service/callService.ts'
export { requireServiceCall } from './service/requireServiceCall.ts'
