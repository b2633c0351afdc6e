import * as v from 'valibot'
import { decodeFunctionData, encodeAbiParameters, parseAbi } from 'viem'
import { chainConfigs } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'

const [chain] = v.parse(chainConfigs, [
  {
    caipId: 'eip155:1',
    name: 'Chain',
    rpcUrls: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
])
const abi = parseAbi(['function tokenURI(uint256 id)', 'function uri(uint256 id)'])

/** A chain with one contract, which has these URIs by token id; undefined: the call reverts. */
export function collection(uris: (tokenId: bigint) => string | undefined) {
  let calls = 0
  const rpc: ChainRpc = {
    chains: [chain!],
    findChain: () => chain,
    async send(_, asked) {
      return asked.map(({ params }) => {
        calls++
        const [{ data }] = JSON.parse(params ?? '[]')
        const uri = uris(decodeFunctionData({ abi, data }).args[0])
        return uri === undefined
          ? { error: '{"code":3,"message":"execution reverted"}' }
          : { result: JSON.stringify(encodeAbiParameters([{ type: 'string' }], [uri])) }
      })
    },
  }
  return { rpc, calls: () => calls }
}

/** A description as a `data:` URI. */
export const described = (content: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(content)).toString('base64')}`
