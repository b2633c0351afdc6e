import { type Hex, maxUint32, parseAbi, type SignedAuthorization, serializeTransaction } from 'viem'
import type { Chain, Fees } from './chain.ts'

/** The contract that computes the fee. @source https://docs.optimism.io/concepts/transactions/fees */
const oracle = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])

/**
 * Reads what a transaction costs now for its data on the parent chain, in wei; 0 where the gas contains it.
 * @throws what the node throws
 */
export async function readDataFee(
  { client, dataFees, number }: Pick<Chain, 'client' | 'dataFees' | 'number'>,
  {
    authorization,
    data,
    fees,
    gas,
    to,
  }: {
    authorization: SignedAuthorization | undefined
    data: Hex
    fees: Fees
    gas: bigint
    to: Hex
  },
): Promise<bigint> {
  if (dataFees === undefined) return 0n
  // The nonce is not known yet: a long one. The oracle adds the length of the signature itself.
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const parts = {
    ...{ maxFeePerGas, maxPriorityFeePerGas, chainId: number },
    ...{ data, gas, nonce: Number(maxUint32), to },
  }
  const bytes = serializeTransaction(
    authorization
      ? { type: 'eip7702', ...parts, authorizationList: [authorization] }
      : { type: 'eip1559', ...parts },
  )
  return client.readContract({
    ...{ abi, address: oracle, functionName: 'getL1Fee', args: [bytes] },
  })
}
