import * as v from 'valibot'
import { type ChainId, isChainId } from '../caip.ts'

const text = (most: number) => v.pipe(v.string('must be text'), v.maxLength(most, 'is too long'))
const uri = v.pipe(text(4096), v.regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) address'))

/** @source ledger 5.1; security 2.9: lower case, ASCII, at most 254 letters, no line break */
const email = v.pipe(
  text(254),
  v.trim(),
  v.toLowerCase(),
  v.regex(
    /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/,
    'must be a valid email address',
  ),
)

/** @source ledger 5.2; security 3.3: six digits */
const otp = v.pipe(v.string('must be text'), v.regex(/^\d{6}$/, 'must be six digits'))

/** A CAIP-2 id; a bare number or digits are of eip155. @source ledger 3.2 */
const chainId = v.pipe(
  v.union([v.string(), v.number()], 'must be a network id'),
  v.transform((id) => (/^\d+$/.test(String(id)) ? `eip155:${id}` : String(id))),
  v.check((id) => isChainId(id), 'must be a network id'),
  v.transform((id) => id as ChainId),
)

/** What an account of the embedded wallet is. @source ledger 4.10 */
const accountType = v.picklist(['eoa', 'smartAccount'], 'must be eoa or smartAccount')

/** @source ledger 5.3 */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProvider = (typeof socialProviders)[number]

const account = v.strictObject({ address: text(128), type: accountType })

/** The fields that several messages share. */
export const frameFields = { account, accountType, chainId, email, otp, text, uri }
