import * as v from 'valibot'

/** A plain decimal above or equal to 0, at most 18 digits on either side: `25`, `0.0331`. */
export const decimalAmount = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/, 'is not a plain decimal'),
)

/** Code of a currency or a coin: `USD`, `ETH`. */
export const currencyCode = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{2,12}$/, 'is not a currency code'),
  v.toUpperCase(),
)

/** CAIP-2, of a namespace that providers deliver to. @source spec 9.21 */
export const onrampNetwork = v.pipe(
  v.string(),
  v.regex(/^(eip155:[1-9]\d{0,30}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/, 'is not a CAIP-2 id'),
  v.transform((text) => text as `eip155:${string}` | `solana:${string}`),
)

/** ISO 3166-1 alpha-2: `DE`. */
export const countryCode = v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/), v.toUpperCase())

/** Name of a provider in paths and bodies: `moonpay`. */
export const providerName = v.pipe(v.string(), v.regex(/^[a-z]{2,16}$/, 'is not a provider'))

/** Receivers, as existing clients send them; the one that fits the network is used. */
export const destinationWallets = v.pipe(
  v.array(
    v.object({
      address: v.pipe(v.string(), v.maxLength(64)),
      /** CAIP-2 ids on which the address may receive. @default every one of its namespace */
      blockchains: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(30)),
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(5),
)

/** Page to return to, on an origin of the project. */
export const redirectUrl = v.pipe(v.string(), v.maxLength(2048), v.url('is not a URL'))
