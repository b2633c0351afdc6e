import { type Hex, isAddressEqual, type PublicClient, parseAbi } from 'viem'
import { isRevert } from '../chains/isRevert.ts'
import { refuse } from '../policy/refuse.ts'
import type { SponsoredChain } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'

export type PayingChain = SponsoredChain & { readonly paymaster: Hex }

const paymasterAbi = parseAbi(['function implementation() view returns (address)'])
/** Chains whose contract was read: its `implementation` never changes. */
const compared = new WeakSet<PublicClient>()

/**
 * Requires a paymaster contract that pays for accounts with the policy's code alone. With another contract, an account could
 * change its code after the promise and spend the gas on other calls.
 *
 * @throws HttpError 403 `action-not-allowed`
 */
export async function requirePaymaster(
  services: Services,
  chain: SponsoredChain,
): Promise<PayingChain> {
  const { client, implementation, paymaster } = chain
  if (paymaster === undefined) return refuse(services, 'not-sponsored')
  if (!compared.has(client)) {
    const bound = await client
      .readContract({ abi: paymasterAbi, address: paymaster, functionName: 'implementation' })
      .catch((error: unknown) => {
        if (isRevert(error) || /returned no data/.test(String(error))) return undefined
        throw error
      })
    if (!bound || !isAddressEqual(bound, implementation)) refuse(services, 'paymaster')
    compared.add(client)
  }
  return { ...chain, paymaster }
}
