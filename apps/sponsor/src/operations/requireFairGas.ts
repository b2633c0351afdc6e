import { encodeFunctionData, type Hex, type SignedAuthorization } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import type { Chain, Market } from '../chains/chain.ts'
import { readDataFee } from '../chains/readDataFee.ts'
import { refuse } from '../policy/refuse.ts'
import type { SponsoredChain } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'
import { callDataGas, transferGas } from './callDataGas.ts'
import { entryPoint } from './entryPoint.ts'
import {
  type FullOperation,
  paymasterVerificationGas,
  writePaymasterData,
} from './signOperation.ts'

/** Validation runs the operator's own code only, which needs less than half of it. */
const verificationGas = 200_000n
/** The EntryPoint's work that it does not measure, with some space. @source https://eips.ethereum.org/EIPS/eip-4337 */
const unmeasuredGas = 20_000n
/** Of an authorization in the transaction. @source https://eips.ethereum.org/EIPS/eip-7702 */
export const authorizationGas = 25_000n
/** Gas of the calls that may stay unused without a charge. @source EntryPoint 0.8 PENALTY_GAS_THRESHOLD */
const unusedGas = 40_000n

/** Fees and prices move between the wallet's question and the block, in either direction. */
const withMargin = (value: bigint) => (value * 5n) / 4n

/**
 * Requires that an operation offers no more than it costs to send it. The EntryPoint pays what it offers to its sender, who can
 * be the account's own user: any excess would be theirs.
 *
 * @param need - gas of the calls alone, from a simulation
 * @throws HttpError 403 `action-not-allowed` that names the number which is too large
 */
export async function requireFairGas(
  services: Pick<Services, 'metrics'>,
  chain: SponsoredChain & { readonly paymaster: Hex },
  {
    authorization,
    need,
    operation,
  }: {
    authorization: SignedAuthorization | undefined
    need: bigint
    operation: FullOperation
  },
): Promise<void> {
  const market = await chain.fees()
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  if (
    maxFeePerGas > chain.maxFeePerGas ||
    maxFeePerGas > 2n * market.maxFeePerGas ||
    maxPriorityFeePerGas > withMargin(market.maxPriorityFeePerGas)
  )
    refuse(services, 'fee')
  if (
    operation.verificationGasLimit > verificationGas ||
    operation.paymasterVerificationGasLimit > paymasterVerificationGas ||
    operation.paymasterPostOpGasLimit > 0n
  )
    refuse(services, 'verification-gas')
  // A tenth of what the calls leave unused goes to the sender.
  if (operation.callGasLimit > need + unusedGas) refuse(services, 'spare-gas')
  const sending = await readSendingGas(chain, { authorization, market, operation })
  if (operation.preVerificationGas > sending) refuse(services, 'overhead')
}

/** Reads the gas of sending an operation that the EntryPoint does not measure, with a margin. */
async function readSendingGas(
  chain: Chain & { readonly paymaster: Hex },
  {
    authorization,
    market,
    operation,
  }: {
    authorization: SignedAuthorization | undefined
    market: Market
    operation: FullOperation
  },
): Promise<bigint> {
  const data = encodeHandleOps(operation, chain.paymaster)
  const { floor, standard } = callDataGas(data)
  const [dataGas, dataFee] = await Promise.all([
    readDataGas(chain, data, transferGas + floor),
    readDataFee(chain, {
      ...{ authorization, data, to: entryPoint, fees: market },
      gas: operation.callGasLimit,
    }),
  ])
  const own = transferGas + unmeasuredGas + standard + (authorization ? authorizationGas : 0n)
  return (own * 6n) / 5n + withMargin(dataGas + dataFee / priceOf(operation, market))
}

/** The EntryPoint's price for one unit of gas now. */
function priceOf(operation: FullOperation, { baseFeePerGas }: Market): bigint {
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  const price = baseFeePerGas + maxPriorityFeePerGas
  if (price > maxFeePerGas) return maxFeePerGas || 1n
  return price || 1n
}

/**
 * Reads the gas that a chain takes for call data above Ethereum's own price, as Arbitrum does: by a transaction with this data to
 * an account without code.
 */
async function readDataGas({ accounts, client }: Chain, data: Hex, usual: bigint): Promise<bigint> {
  const [account] = accounts.keys()
  const gas = await client.estimateGas({ account: account!, to: account!, data })
  return gas > usual ? gas - usual : 0n
}

/** The transaction by which a bundler sends this operation alone; signature and promise are of the right length. */
function encodeHandleOps({ upgrades, ...operation }: FullOperation, paymaster: Hex): Hex {
  const packed = toPackedUserOperation({
    ...operation,
    ...(upgrades && { factory: '0x7702', factoryData: '0x' }),
    ...{ paymaster, paymasterData: writePaymasterData(1, `0x${'ff'.repeat(65)}`) },
    signature: `0x${'ff'.repeat(96)}`,
  })
  return encodeFunctionData({
    ...{ abi: entryPoint08Abi, functionName: 'handleOps' },
    args: [[packed], `0x${'ff'.repeat(20)}`],
  })
}
