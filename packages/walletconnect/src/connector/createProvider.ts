import type { Provider } from '@foyer/core'
import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import { askWallet } from './askWallet.ts'
import { changeChain } from './changeChain.ts'
import { readState } from './readState.ts'

/** Creates a provider that sends requests over a session, and answers those for accounts and network itself. */
export function createProvider(
  client: Client,
  { namespace, topic }: { namespace: Namespace; topic: string },
): Provider {
  return {
    async request({ chainId: requested, method, params }) {
      const { approval, chainId, session } = readState(client, topic, namespace)
      if (namespace === 'eip155') {
        if (method === 'eth_accounts' || method === 'eth_requestAccounts')
          return [...approval.addresses]
        if (method === 'eth_chainId') return chainId && toHexChain(chainId)
        if (method === 'net_version') return chainId?.slice('eip155:'.length)
        if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain')
          return changeChain(client, { method, params, topic })
      }
      const target = requested && namespaceOf(requested) === namespace ? requested : chainId
      if (!target || !approval.chainIds.includes(target))
        throw new FoyerError('session-chain-unsupported', {
          details: `The wallet allows ${approval.chainIds.join(', ')}, not ${target}.`,
        })
      if (!approval.methods.includes(method))
        throw new FoyerError('unsupported-method', {
          details: `The wallet allows ${approval.methods.join(', ')}, not ${method}.`,
        })
      return askWallet(client, session, { chainId: target, method, params })
    },
  }
}

const toHexChain = (chainId: ChainId): string =>
  `0x${Number(chainId.slice('eip155:'.length)).toString(16)}`
