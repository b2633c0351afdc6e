import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'

/** A batch as its account signs it. */
export type Batch = {
  readonly account: `0x${string}`
  /** EIP-155 number. */
  readonly chain: number
  readonly calls: readonly {
    readonly to: `0x${string}`
    readonly value: bigint
    readonly data: `0x${string}`
  }[]
  readonly nonce: bigint
  /** Seconds since 1970. */
  readonly deadline: bigint
}

const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
/** A batch with data for the account: its signature. @source https://eips.ethereum.org/EIPS/eip-7821 */
const signedMode = '0x0100000000007821000100000000000000000000000000000000000000000000'

/** Typed data that the account's key signs. @source contracts/FoyerAccount.sol */
export const batchTypedData = ({ account, calls, chain, deadline, nonce }: Batch) =>
  ({
    domain: { name: 'Foyer Account', version: '1', chainId: chain, verifyingContract: account },
    types: {
      Execute: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
    primaryType: 'Execute',
    message: { calls, nonce, deadline },
  }) as const

/** Call data with which anyone makes the account carry the batch out. */
export function encodeBatch(
  { calls, deadline, nonce }: Batch,
  signature: `0x${string}`,
): `0x${string}` {
  const opData = encodeAbiParameters(parseAbiParameters('uint256, uint256, bytes'), [
    ...([nonce, deadline] as const),
    signature,
  ])
  const executionData = encodeAbiParameters(
    parseAbiParameters(['Call[], bytes', 'struct Call { address to; uint256 value; bytes data; }']),
    [calls, opData],
  )
  return encodeFunctionData({ abi, functionName: 'execute', args: [signedMode, executionData] })
}
