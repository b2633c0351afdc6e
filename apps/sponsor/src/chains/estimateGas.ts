import type { Hex, SignedAuthorization } from 'viem'
import type { Chain } from './chain.ts'
import { isRevert } from './isRevert.ts'

/**
 * Simulates a transaction of a paying account.
 *
 * @param from - another sender. @default the chain's first paying account
 * @param most - the gas that it may use. @default what the node allows
 * @returns the gas to give it: a fifth more than it needs now; undefined when it would fail
 * @throws what the node throws when it does not answer
 */
export async function estimateGas(
  { accounts, client }: Pick<Chain, 'accounts' | 'client'>,
  {
    authorization,
    data,
    from,
    most,
    to,
  }: {
    authorization?: SignedAuthorization | undefined
    data: Hex
    from?: Hex
    most?: bigint
    to: Hex
  },
): Promise<bigint | undefined> {
  const [first] = accounts.keys()
  try {
    const gas = await client.estimateGas({
      ...{ account: from ?? first!, data, to },
      ...(most !== undefined && { gas: most }),
      ...(authorization && { authorizationList: [authorization] }),
    })
    return (gas * 6n) / 5n
  } catch (error) {
    if (!isRevert(error)) throw error
    return undefined
  }
}
