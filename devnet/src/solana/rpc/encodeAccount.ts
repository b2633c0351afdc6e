import { getBase58Decoder, getBase64Decoder } from '@solana/kit'
import * as v from 'valibot'
import type { AccountState } from '../accountState.ts'
import type { Bank } from '../banks.ts'
import { bankEntries, whole } from './params.ts'
import { parseAccount } from './parseAccount.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

/** The encodings of an account's bytes. */
export const accountEntries = {
  ...bankEntries,
  encoding: v.optional(
    v.nullable(v.picklist(['base58', 'base64', 'base64+zstd', 'binary', 'jsonParsed'])),
  ),
  dataSlice: v.optional(v.nullable(v.object({ offset: whole, length: whole }))),
}
type AccountOptions = v.InferOutput<v.ObjectSchema<typeof accountEntries, undefined>>

/** @source https://solana.com/docs/rpc/json-structures#account */
const base58Limit = 128
const rentEpoch = 2n ** 64n - 1n

/**
 * Encodes an account as requested.
 *
 * @param isPushed It goes to a subscriber, who can not receive an error: a message replaces base58 that is too long.
 * @throws RpcError -32600 for base58 of more than 128 bytes, -32602 for zstd.
 */
export function encodeAccount(
  account: AccountState,
  { dataSlice, encoding }: Pick<AccountOptions, 'encoding' | 'dataSlice'>,
  bank: Bank,
  { isPushed = false } = {},
) {
  const { data, executable, lamports, owner } = account
  const about = { lamports, owner, executable, rentEpoch, space: data.length }
  if (encoding === 'base64+zstd')
    throw new RpcError(
      rpcCodes.invalidParams,
      'Invalid params: this node has no base64+zstd, ask for base64',
    )
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, bank) : undefined
  if (parsed) return { ...about, data: parsed }
  const bytes = dataSlice ? data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  const isBase58 = encoding === 'base58' || encoding === 'binary' || encoding == null
  if (!isBase58) return { ...about, data: [getBase64Decoder().decode(bytes), 'base64'] }
  if (bytes.length > base58Limit && isPushed) {
    const words = 'error: data too large for bs58 encoding'
    return { ...about, data: encoding === 'base58' ? [words, 'base58'] : words }
  }
  if (bytes.length > base58Limit)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `Encoded binary (base 58) data should be less than ${base58Limit} bytes, please use Base64 encoding.`,
    )
  const text = getBase58Decoder().decode(bytes)
  return { ...about, data: encoding === 'base58' ? [text, 'base58'] : text }
}
