import type { Network, Provider } from '@foyer/core'
import { delay, timeLimit } from '@foyer/core/internal'
import { type ErrorCode, FoyerError, referenceOf, toFoyerError } from '@foyer/protocol'
import { addNetwork } from './addNetwork.ts'
import { ask } from './ask.ts'
import { isChainUnrecognised } from './isChainUnrecognised.ts'
import { isMethodUnsupported } from './isMethodUnsupported.ts'
import { parseChainId } from './parseChainId.ts'
import { toQuantity } from './quantity.ts'

/** Time for a wallet to switch after its answer, ms. */
const arrivalLimitMs = 3_000
const arrivalPollMs = 100

/** Errors of adding a network after which the wallet may still be able to add it. */
const answered: readonly ErrorCode[] = [
  'user-rejected',
  'unauthorized',
  'provider-disconnected',
  'request-pending',
  'limit-exceeded',
]

/**
 * Asks the wallet to switch to `network`, adds the network first if the wallet does not have it, and verifies the
 * result.
 *
 * @throws FoyerError `user-rejected`, `unsupported-method`; `chain-unrecognised` when the wallet does not have the
 *   network and cannot add it; `chain-disconnected` when the wallet approved but did not switch
 * @source spec 4.22, 7.40; https://eips.ethereum.org/EIPS/eip-3326
 */
export async function switchNetwork({
  network,
  provider,
}: {
  network: Network
  provider: Provider
}): Promise<void> {
  const chainId = toQuantity(Number(referenceOf(network.caipNetworkId)))
  const call = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  try {
    await ask(provider, call)
  } catch (error) {
    const isUnknown = isChainUnrecognised(error)
    if (!isUnknown && !isMethodUnsupported(error)) throw error
    await addNetwork({ network, provider }).catch((thrown) => {
      const cause = toFoyerError(thrown)
      if (!isUnknown || answered.includes(cause.code)) throw cause
      throw new FoyerError('chain-unrecognised', {
        cause,
        details: `The wallet does not know ${network.name}, and answered wallet_addEthereumChain with: ${cause.details ?? cause.message}`,
      })
    })
    // With EIP-3085 adding may switch or not.
    if ((await arriveAt({ network, provider })) === 'there') return
    await ask(provider, call)
  }
  if ((await arriveAt({ network, provider })) === 'elsewhere')
    throw new FoyerError('chain-disconnected', {
      details: `The wallet agreed to go to ${network.name} but stayed on another network.`,
    })
}

/** Waits for the wallet to be on `network`; `unknown` if it does not report its network. */
async function arriveAt({
  network,
  provider,
}: {
  network: Network
  provider: Provider
}): Promise<'there' | 'elsewhere' | 'unknown'> {
  for (const until = Date.now() + arrivalLimitMs; ; await delay(arrivalPollMs)) {
    const answer = await timeLimit(ask(provider, { method: 'eth_chainId' }), {
      ms: arrivalLimitMs,
    }).catch(() => undefined)
    const chainId = parseChainId(answer)
    if (chainId === network.caipNetworkId) return 'there'
    if (chainId === undefined) return 'unknown'
    if (Date.now() >= until) return 'elsewhere'
  }
}
