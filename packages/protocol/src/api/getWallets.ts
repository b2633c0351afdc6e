import * as v from 'valibot'
import { defineEndpoint, integer, list } from '../endpoint.ts'

const nullableText = v.optional(v.nullable(v.string()))

/** A wallet in the directory. @source spec section 3 "Wallet"; http.md */
export const wallet = v.object({
  id: v.string(),
  name: v.string(),
  /** Reverse domain name that the installed wallet announces. */
  rdns: nullableText,
  homepage: nullableText,
  image_id: nullableText,
  image_url: nullableText,
  order: v.optional(v.number()),
  /** CAIP-2 ids. */
  chains: v.optional(v.array(v.string()), []),
  mobile_link: nullableText,
  desktop_link: nullableText,
  webapp_link: nullableText,
  link_mode: nullableText,
  app_store: nullableText,
  play_store: nullableText,
  chrome_store: nullableText,
  injected: v.optional(
    v.nullable(v.array(v.object({ namespace: v.string(), injected_id: v.string() }))),
  ),
  badge_type: nullableText,
})
export type Wallet = v.InferOutput<typeof wallet>

/** One page of the wallet directory; pages start at 1. @source spec 7.21 */
export const getWallets = defineEndpoint({
  method: 'GET',
  path: '/getWallets',
  summary: 'One page of the wallet directory.',
  query: v.object({
    page: v.optional(integer(1, 10_000), 1),
    entries: v.optional(integer(1, 100), 40),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    include: v.optional(list),
    exclude: v.optional(list),
    chains: v.optional(list),
    badge_type: v.optional(v.string()),
    platform: v.optional(v.picklist(['android', 'ios', 'desktop', 'web'])),
  }),
  response: v.object({ data: v.array(wallet), count: v.number() }),
})
