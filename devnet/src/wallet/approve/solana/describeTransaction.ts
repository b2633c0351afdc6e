import { type Description, describeRequest } from '@foyer/decode'
import { base64 } from '@scure/base'
import { solanaAccounts } from '../../../solana/solanaAccounts.ts'
import { askChain } from '../../page/chainRpc.ts'
import type { SolanaNetwork } from '../../solanaNetwork.ts'

/**
 * Describes a transaction; what only the network knows is left out where the wallet has no address of it.
 *
 * @param options.account - The index of the account that is asked.
 * @param options.site - The origin that asks.
 */
export function describeTransaction(
  bytes: Uint8Array,
  { account, network, site }: { account: number; network: SolanaNetwork; site: string },
): Promise<Description> {
  const { address } = solanaAccounts[account]!
  const { rpcUrl } = network
  return describeRequest(
    {
      origin: site,
      account: address,
      network: { id: network.id, name: network.name, symbol: 'SOL', decimals: 9 },
      request: {
        method: 'solana_signTransaction',
        params: { transaction: base64.encode(bytes), pubkey: address },
      },
    },
    {
      now: Date.now,
      rpc: async (method, params) => {
        if (rpcUrl === undefined) throw new Error(`The wallet has no RPC address of ${network.id}.`)
        return askChain(rpcUrl, method, params as readonly unknown[])
      },
    },
  )
}
