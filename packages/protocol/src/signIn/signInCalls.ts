import * as v from 'valibot'
import { isChainId } from '../caip.ts'

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit))
/** ms since 1970. */
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const account = v.object({
  address: text(128),
  /** CAIP-2. */
  chainId: v.custom<`${string}:${string}`>(
    (value) => typeof value === 'string' && isChainId(value),
  ),
})
/** An account that has signed in. */
export type Account = v.InferOutput<typeof account>

/** EVM addresses are written with and without a checksum. */
const plain = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address)

/** Returns whether two addresses are the same account. */
export const isSameAccount = (one: string, other: string): boolean => plain(one) === plain(other)

const session = v.object({
  /** In the order in which they signed in; at least one. */
  accounts: v.pipe(v.array(account), v.minLength(1), v.maxLength(32)),
  issuedAt: moment,
  expiresAt: moment,
})
/** A browser's session at the site's server. */
export type SignInSession = v.InferOutput<typeof session>

/** Answer to `GET nonce`. */
export const nonceAnswer = v.object({
  nonce: v.pipe(v.string(), v.regex(/^[a-z0-9]{8,256}$/i)),
  expiresAt: moment,
})
export type Nonce = v.InferOutput<typeof nonceAnswer>

/** Body of `POST verify`: what a wallet signed. */
export const signInAnswer = v.object({ message: text(8_192), signature: text(65_536) })
export type SignInAnswer = v.InferOutput<typeof signInAnswer>

/** Answer to `GET session`, `POST verify` and `POST sign-out`. */
export const sessionAnswer = v.object({ session: v.nullable(session) })

/** Body of `POST sign-out`: the account that leaves; all of them if omitted. */
export const signOutRequest = v.object({ address: v.optional(text(128)) })
