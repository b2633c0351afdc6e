import { type Address, encodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import { parseAbiParameters } from 'viem/utils'
import { isSortedFirst } from '../findPath.ts'

/**
 * Hash of the creation code of a Uniswap V3 pool; the contracts of Uniswap compute addresses with it, too.
 * @source https://github.com/Uniswap/v3-periphery/blob/v1.0.0/contracts/libraries/PoolAddress.sol
 */
const poolCodeHash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

const key = parseAbiParameters('address, address, uint24')

/** Computes the address of the pool of two tokens; there may be no such pool. */
export function poolAddress({
  factory,
  fee,
  one,
  other,
}: {
  factory: Address
  /** In millionths. */
  fee: number
  one: Address
  other: Address
}): Address {
  const [first, second] = isSortedFirst(one, other) ? [one, other] : [other, one]
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodeAbiParameters(key, [first, second, fee])),
    bytecodeHash: poolCodeHash,
  })
}
