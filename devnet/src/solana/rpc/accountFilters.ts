import { getBase58Encoder, getBase64Encoder } from '@solana/kit'
import * as v from 'valibot'
import type { AccountState } from '../accountState.ts'
import { readTokenAccount } from '../tokenState.ts'
import { whole } from './params.ts'

const filter = v.union([
  v.object({ dataSize: whole }),
  v.object({
    memcmp: v.pipe(
      v.object({
        offset: whole,
        bytes: v.string(),
        encoding: v.optional(v.nullable(v.picklist(['base58', 'base64', 'binary']))),
      }),
      v.rawTransform(({ addIssue, dataset, NEVER }) => {
        const { bytes, encoding, offset } = dataset.value
        try {
          const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
          return { offset, wanted: encoder.encode(bytes) }
        } catch {
          addIssue({ message: `the bytes of a memcmp are no ${encoding ?? 'base58'}` })
          return NEVER
        }
      }),
    ),
  }),
  v.object({ tokenAccountState: v.any() }),
])

/** Filters on the accounts of a program; an account must match all. */
export const accountFilters = v.optional(v.nullable(v.pipe(v.array(filter), v.maxLength(4))))

/** True if an account matches. */
export function isFitting(
  account: AccountState,
  filters: v.InferOutput<typeof accountFilters>,
): boolean {
  return (filters ?? []).every((one) => {
    if ('dataSize' in one) return account.data.length === one.dataSize
    if ('tokenAccountState' in one) return readTokenAccount(account) !== undefined
    const { offset, wanted } = one.memcmp
    return (
      offset + wanted.length <= account.data.length &&
      wanted.every((byte, index) => account.data[offset + index] === byte)
    )
  })
}
