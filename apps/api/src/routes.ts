import type { Route } from './route.ts'
import { getAnalyticsConfigRoute } from './routes/getAnalyticsConfig.ts'
import { getAssetImageRoute } from './routes/getAssetImage.ts'
import { getCurrencyImageRoute } from './routes/getCurrencyImage.ts'
import { getOriginsRoute } from './routes/getOrigins.ts'
import { getTokenImageRoute } from './routes/getTokenImage.ts'
import { getWalletImageRoute } from './routes/getWalletImage.ts'
import { getWalletsRoute } from './routes/getWallets.ts'
import { postEventRoute } from './routes/postEvent.ts'

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
]
