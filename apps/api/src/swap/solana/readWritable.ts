import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import { convertError } from '../convertError.ts'
import type { ReadTransaction } from './readTransaction.ts'

/** The addresses of a lookup table begin here. @source https://docs.rs/solana-address-lookup-table-interface */
const tableHeader = 56
const keyBytes = 32

const tables = v.object({
  value: v.array(
    v.nullable(
      v.object({
        owner: v.literal('AddressLookupTab1e1111111111111111111111111'),
        data: v.tuple([v.pipe(v.string(), v.base64()), v.literal('base64')]),
      }),
    ),
  ),
})

/**
 * Reads the addresses that a transaction may change, those of its lookup tables too.
 * @throws HttpError 502 `swap-refused` for a table without such an address; 502 when the chain does not answer
 */
export async function readWritable(
  rpc: ChainRpc,
  chain: SolanaChain,
  { message }: ReadTransaction,
): Promise<string[]> {
  const { numReadonlyNonSignerAccounts, numReadonlySignerAccounts, numSignerAccounts } =
    message.header
  const all = message.staticAccounts
  const own = [
    ...all.slice(0, numSignerAccounts - numReadonlySignerAccounts),
    ...all.slice(numSignerAccounts, all.length - numReadonlyNonSignerAccounts),
  ]
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  if (lookups.length === 0) return own
  const addresses = lookups.map(({ lookupTableAddress }) => lookupTableAddress)
  const [answer] = await rpc.send(chain, [
    {
      method: 'getMultipleAccounts',
      params: JSON.stringify([addresses, { encoding: 'base64', commitment: 'confirmed' }]),
    },
  ])
  const found = parseResult(chain, answer, tables).value
  return [
    ...own,
    ...lookups.flatMap(({ writableIndexes }, index) => {
      const bytes = Buffer.from(found[index]?.data[0] ?? '', 'base64')
      return writableIndexes.map((place) => {
        const at = tableHeader + place * keyBytes
        const key = bytes.subarray(at, at + keyBytes)
        if (key.length < keyBytes) throw convertError('swap-refused', { cause: 'no such address' })
        return base58.encode(key)
      })
    }),
  ]
}
