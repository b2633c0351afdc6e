import type { Route } from '@foyer/server'
import { getAnalyticsConfigRoute } from './routes/getAnalyticsConfig.ts'
import { getAssetImageRoute } from './routes/getAssetImage.ts'
import { getBalanceRoute } from './routes/getBalance.ts'
import { getConfigRoute } from './routes/getConfig.ts'
import { getConvertAllowanceRoute } from './routes/getConvertAllowance.ts'
import { getConvertApproveRoute } from './routes/getConvertApprove.ts'
import { getConvertGasPriceRoute } from './routes/getConvertGasPrice.ts'
import { getConvertQuotesRoute } from './routes/getConvertQuotes.ts'
import { getConvertStatusRoute } from './routes/getConvertStatus.ts'
import { getConvertTokensRoute } from './routes/getConvertTokens.ts'
import { getCurrencyImageRoute } from './routes/getCurrencyImage.ts'
import { getHistoryRoute } from './routes/getHistory.ts'
import { getIdentityRoute } from './routes/getIdentity.ts'
import { getIdentityImageRoute } from './routes/getIdentityImage.ts'
import { getNameRoute } from './routes/getName.ts'
import { getNameSuggestionsRoute } from './routes/getNameSuggestions.ts'
import { getNamesOfAddressRoute } from './routes/getNamesOfAddress.ts'
import { getNftImageRoute } from './routes/getNftImage.ts'
import { getNftsRoute } from './routes/getNfts.ts'
import { getOnrampOptionsRoute } from './routes/getOnrampOptions.ts'
import { getOnrampSessionRoute } from './routes/getOnrampSession.ts'
import { getOriginsRoute } from './routes/getOrigins.ts'
import { getProjectRoute } from './routes/getProject.ts'
import { getSupportedChainsRoute } from './routes/getSupportedChains.ts'
import { getTokenImageRoute } from './routes/getTokenImage.ts'
import { getWalletImageRoute } from './routes/getWalletImage.ts'
import { getWalletsRoute } from './routes/getWallets.ts'
import { postConvertOrderRoute } from './routes/postConvertOrder.ts'
import { postConvertTransactionRoute } from './routes/postConvertTransaction.ts'
import { postEventRoute } from './routes/postEvent.ts'
import { postFungiblePriceRoute } from './routes/postFungiblePrice.ts'
import { postNameRoute } from './routes/postName.ts'
import { postOnrampQuoteRoute } from './routes/postOnrampQuote.ts'
import { postOnrampSessionRoute } from './routes/postOnrampSession.ts'
import { postOnrampUrlRoute } from './routes/postOnrampUrl.ts'
import { postOnrampWebhookRoute } from './routes/postOnrampWebhook.ts'
import { postRpcRoute } from './routes/postRpc.ts'
import type { Services } from './services.ts'

/** Routes for pages and programs of projects. */
export const routes: readonly Route<Services>[] = [
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
  getHistoryRoute,
  getNftsRoute,
  getNftImageRoute,
  getIdentityRoute,
  getIdentityImageRoute,
  getNameRoute,
  getNamesOfAddressRoute,
  getNameSuggestionsRoute,
  postNameRoute,
  getConfigRoute,
  getConvertStatusRoute,
  getConvertTokensRoute,
  getConvertQuotesRoute,
  getConvertAllowanceRoute,
  getConvertGasPriceRoute,
  getConvertApproveRoute,
  postConvertTransactionRoute,
  postConvertOrderRoute,
  postFungiblePriceRoute,
  getOnrampOptionsRoute,
  postOnrampQuoteRoute,
  postOnrampSessionRoute,
  getOnrampSessionRoute,
  postOnrampUrlRoute,
]

/** All routes, including those for the operator's other servers and for providers. */
export const allRoutes: readonly Route<Services>[] = [
  ...routes,
  getProjectRoute,
  postOnrampWebhookRoute,
]
