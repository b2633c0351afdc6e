import { type Description, describeRequest } from '@foyer/decode'
import { base64 } from '@scure/base'
import { solanaAccounts } from '../../../solana/solanaAccounts.ts'
import { askChain } from '../../page/chainRpc.ts'
import type { SolanaNetwork } from '../../solanaNetwork.ts'

/**
 * Describes a transaction; without an RPC URL it omits facts that only the network knows.
 *
 * @param options.account - The index of the signing account.
 * @param options.site - The requesting origin.
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
