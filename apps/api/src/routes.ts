import type { Route } from './route.ts'
import { getAnalyticsConfigRoute } from './routes/getAnalyticsConfig.ts'
import { getAssetImageRoute } from './routes/getAssetImage.ts'
import { getBalanceRoute } from './routes/getBalance.ts'
import { getConfigRoute } from './routes/getConfig.ts'
import { getCurrencyImageRoute } from './routes/getCurrencyImage.ts'
import { getIdentityRoute } from './routes/getIdentity.ts'
import { getIdentityImageRoute } from './routes/getIdentityImage.ts'
import { getOriginsRoute } from './routes/getOrigins.ts'
import { getSupportedChainsRoute } from './routes/getSupportedChains.ts'
import { getTokenImageRoute } from './routes/getTokenImage.ts'
import { getWalletImageRoute } from './routes/getWalletImage.ts'
import { getWalletsRoute } from './routes/getWallets.ts'
import { postEventRoute } from './routes/postEvent.ts'
import { postRpcRoute } from './routes/postRpc.ts'

/** Every call of the API. */
export const routes: readonly Route[] = [
  getWalletsRoute,
  getWalletImageRoute,
  getAssetImageRoute,
  getCurrencyImageRoute,
  getTokenImageRoute,
  getOriginsRoute,
  getAnalyticsConfigRoute,
  postEventRoute,
  getSupportedChainsRoute,
  postRpcRoute,
  getBalanceRoute,
  getIdentityRoute,
  getIdentityImageRoute,
  getConfigRoute,
]
