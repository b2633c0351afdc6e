import { isChainId } from '@foyer/protocol'
import * as v from 'valibot'

const webAddress = v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(512))

/** `metamask://`, `https://metamask.app.link`; never a scheme that a browser would execute. */
const link = v.pipe(
  v.string(),
  v.maxLength(512),
  v.regex(/^[a-z][a-z0-9+.-]*:/i, 'a link starts with its scheme'),
  v.check(
    (text) => !/^(javascript|data|vbscript|blob|file|about):/i.test(text),
    'this scheme is not allowed',
  ),
)

const chainId = v.pipe(
  v.string(),
  v.check(isChainId, 'not a CAIP-2 id of a namespace Foyer speaks'),
)

/** One wallet in a directory file. Links are https unless the wallet has a scheme of its own. */
export const walletRow = v.strictObject({
  /** 64 hex digits for wallets that sites already name by such an id. */
  id: v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/)),
  /** Other ids by which sites name it in their options. */
  other_ids: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/))), v.minLength(1)),
  ),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)),
  /** Reverse domain name that the installed wallet announces (EIP-6963). */
  rdns: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9_-]+)+$/i))),
  homepage: v.optional(webAddress),
  /** The logo in @web3icons/core: `wallets/metamask`, `exchanges/binance`. @default a monogram */
  icon: v.optional(v.pipe(v.string(), v.regex(/^(wallets|exchanges|tokens)\/[A-Za-z0-9-]+$/))),
  /** Position in the list. @default after all wallets that have one */
  order: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** CAIP-2. The wallet is assumed to serve every chain of a namespace if it names one. */
  chains: v.pipe(v.array(chainId), v.minLength(1)),
  mobile_link: v.optional(link),
  desktop_link: v.optional(link),
  webapp_link: v.optional(link),
  link_mode: v.optional(link),
  app_store: v.optional(webAddress),
  play_store: v.optional(webAddress),
  chrome_store: v.optional(webAddress),
  injected: v.optional(
    v.array(
      v.strictObject({ namespace: v.string(), injected_id: v.pipe(v.string(), v.nonEmpty()) }),
    ),
  ),
  badge_type: v.optional(v.picklist(['certified'])),
  /** Evidence: the image id that the public listing gives beside the wallet's id. Not served. */
  listing_image: v.optional(v.pipe(v.string(), v.uuid())),
  /** Evidence: where the row's facts were read, `npm:package@version/file` or a web page. Not served. */
  source: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.regex(/^(npm:(@[\w-]+\/)?[\w.-]+@[\w.-]+\/|https:\/\/)/, 'is no source'),
        ),
      ),
      v.minLength(1),
    ),
  ),
})
export type WalletRow = v.InferOutput<typeof walletRow>

/** The content of a directory file. */
export const walletFile = v.pipe(
  v.strictObject({ wallets: v.array(walletRow) }),
  v.check(({ wallets }) => {
    const ids = wallets.flatMap(({ id, other_ids }) => [id, ...(other_ids ?? [])])
    return new Set(ids).size === ids.length
  }, 'two rows have one id'),
)
