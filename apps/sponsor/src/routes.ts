import type { Route } from '@foyer/server'
import { getSupportedRoute } from './routes/getSupported.ts'
import { postOperationRoute } from './routes/postOperation.ts'
import { postOperationSendRoute } from './routes/postOperationSend.ts'
import { postOperationStateRoute } from './routes/postOperationState.ts'
import { postPaymasterRoute } from './routes/postPaymaster.ts'
import { postSettleRoute } from './routes/postSettle.ts'
import { postSponsorCheckRoute } from './routes/postSponsorCheck.ts'
import { postSponsoredCallsRoute } from './routes/postSponsoredCalls.ts'
import { postSponsoredStateRoute } from './routes/postSponsoredState.ts'
import { postVerifyRoute } from './routes/postVerify.ts'
import type { Services } from './services.ts'

/** All routes of the sponsor, except health and metrics. */
export const routes: readonly Route<Services>[] = [
  postSponsorCheckRoute,
  postSponsoredCallsRoute,
  postSponsoredStateRoute,
  postVerifyRoute,
  postSettleRoute,
  getSupportedRoute,
  postPaymasterRoute,
  postOperationRoute,
  postOperationSendRoute,
  postOperationStateRoute,
]
