import * as v from 'valibot'
import { type ChainId, isChainId } from '../caip.ts'

const text = (most: number) => v.pipe(v.string('must be text'), v.maxLength(most, 'is too long'))
const uri = v.pipe(text(4096), v.regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) address'))

/** A CAIP-2 id; a bare number means eip155. @source spec 3.2 */
const chainId = v.pipe(
  v.union([v.string(), v.number()], 'must be a network id'),
  v.transform((id) => (/^\d+$/.test(String(id)) ? `eip155:${id}` : String(id))),
  v.check((id) => isChainId(id), 'must be a network id'),
  v.transform((id) => id as ChainId),
)

/** The account types of the embedded wallet. @source spec 4.10 */
const accountType = v.picklist(['eoa', 'smartAccount'])

const account = v.strictObject({ address: text(128), type: accountType })

/** Fields that several messages share. */
export const frameFields = {
  account,
  accountType,
  chainId,
  nothing: v.strictObject({}),
  optionalText: v.optional(v.nullable(text(256))),
  text,
  uri,
}

/** One message: its payload, its answer, and the page's timeout, ms. */
export type FrameMessageTable = Readonly<
  Record<string, { request: v.GenericSchema; reply: v.GenericSchema; timeoutMs: number }>
>

/** Timeout for answers by the frame itself or by one call to its server, ms. */
export const answerMs = 30_000
