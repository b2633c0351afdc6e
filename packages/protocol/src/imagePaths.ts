/** Paths of images at the api; replace `{id}`. @source spec 7.22, 7.23, 7.24, 7.25 */
export const imagePaths = {
  wallet: '/getWalletImage/{id}',
  asset: '/public/getAssetImage/{id}',
  currency: '/public/getCurrencyImage/{id}',
  token: '/public/getTokenImage/{id}',
} as const
