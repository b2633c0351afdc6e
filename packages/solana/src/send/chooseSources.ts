import type { Rpc } from '@foyer/core'
import { FoyerError, formatUnits } from '@foyer/protocol'
import * as v from 'valibot'
import { askNode, inContext } from '../askNode.ts'
import { account } from '../readAccounts.ts'
import type { Mint } from './readMint.ts'
import { readTokenAccount } from './readTokenAccount.ts'

/** More transfers may not fit in one transaction. */
const sourceLimit = 8

const held = inContext(v.array(v.object({ pubkey: v.string(), account })))

/**
 * Picks the sender's accounts for an amount: the associated one first, then the largest.
 *
 * @param parameters.own - The sender's associated account.
 * @throws FoyerError `transaction-rejected` when the balance is too low
 */
export async function chooseSources({
  address,
  amount,
  mint,
  own,
  rpc,
  token,
}: {
  address: string
  amount: bigint
  mint: Mint
  own: string
  rpc: Rpc
  token: string
}): Promise<readonly { source: string; amount: bigint }[]> {
  const accounts = await askNode(rpc, held, {
    method: 'getTokenAccountsByOwner',
    params: [address, { mint: token }, { encoding: 'base64', commitment: 'confirmed' }],
  })
  const all = accounts.flatMap(({ account, pubkey }) => {
    const parsed = readTokenAccount(account)
    return parsed?.owner === address && parsed.mint === token ? [{ ...parsed, pubkey }] : []
  })
  const usable = all
    .filter(({ amount, isFrozen }) => amount > 0n && !isFrozen)
    .sort((one, other) => {
      if (one.pubkey === own || other.pubkey === own) return one.pubkey === own ? -1 : 1
      return one.amount < other.amount ? 1 : -1
    })
    .slice(0, sourceLimit)
  const sources: { source: string; amount: bigint }[] = []
  let left = amount
  for (const { amount, pubkey } of usable) {
    if (left === 0n) break
    // biome-ignore lint/complexity/useMathMinMax: Math has no bigint
    const taken = amount < left ? amount : left
    sources.push({ source: pubkey, amount: taken })
    left -= taken
  }
  if (left === 0n) return sources
  const total = formatUnits(amount - left, mint.decimals)
  const isFrozen = all.some(({ isFrozen }) => isFrozen)
  throw new FoyerError('transaction-rejected', {
    details: `Not enough of the token: ${total} of ${formatUnits(amount, mint.decimals)} can be sent${isFrozen ? '; an account of it is frozen by the issuer' : ''}.`,
  })
}
