import {
  erc20Abi,
  hashTypedData,
  isAddressEqual,
  maxUint256,
  parseAbi,
  recoverTypedDataAddress,
} from 'viem'
import { delegationTo } from '../calls/requireAccount.ts'
import type { Chain } from '../chains/chain.ts'
import { estimateGas } from '../chains/estimateGas.ts'
import { isRevert } from '../chains/isRevert.ts'
import { blockBehind, smaller } from '../chains/searchBlocks.ts'
import type { Merchant } from '../policy/policy.ts'
import type { Services } from '../services.ts'
import type { Order } from './readOrder.ts'
import type { Funds, Transfer } from './transfer.ts'

const accountAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** The answer for a valid signature. @source https://eips.ethereum.org/EIPS/eip-1271 */
const isValid = '0x1626ba7e'

/** A payment must still be valid for so long, in seconds, to reach a block. */
const leastSecondsLeft = 6

type Checked =
  | { readonly status: 'invalid'; readonly reason: string }
  | {
      readonly status: 'valid'
      readonly chain: Chain
      readonly key: string
      readonly to: `0x${string}`
      readonly data: `0x${string}`
      readonly gas: bigint
      /** A block in which the payment was not made yet. */
      readonly fromBlock: bigint
      readonly funds: Funds
    }

/** Identifies a payment. */
export const paymentKey = ({ chainId, transfer }: Order) =>
  `payment:${chainId}:${transfer.number}`.toLowerCase()

/**
 * Checks a payment by its terms, the policy, its signature, the payer's balance and a simulation.
 * @returns the transaction that makes it; or the reason, as a word of the specification (section 9)
 */
export async function checkPayment(
  { chains, now }: Pick<Services, 'chains' | 'now'>,
  merchant: Merchant,
  order: Order,
): Promise<Checked> {
  const { amount, asset, payTo, transfer } = order
  const chain = order.chainId && chains.get(order.chainId)
  if (!chain || chain.caipId !== merchant.chain) return invalid('invalid_network')
  const isOfMerchant =
    isAddressEqual(asset, merchant.asset) &&
    merchant.payTo.some((address) => isAddressEqual(address, payTo)) &&
    amount >= merchant.leastAmount
  if (!isOfMerchant || !order.isForTerms || !isAddressEqual(transfer.token, asset))
    return invalid('invalid_payment_requirements')
  if (!isAddressEqual(transfer.to, payTo))
    return invalid('invalid_exact_evm_payload_recipient_mismatch')
  if (transfer.amount !== amount)
    return invalid('invalid_exact_evm_payload_authorization_value_mismatch')
  const seconds = BigInt(Math.floor(now() / 1000))
  if (transfer.validAfter > seconds)
    return invalid('invalid_exact_evm_payload_authorization_valid_after')
  if (transfer.validBefore < seconds + BigInt(leastSecondsLeft))
    return invalid('invalid_exact_evm_payload_authorization_valid_before')
  const by = await readSigner(chain, transfer)
  if (by === undefined) return invalid('invalid_exact_evm_payload_signature')

  const [{ allowance, balance, block }, refusal] = await Promise.all([
    readFunds(chain, transfer),
    transfer.refusal(chain),
  ])
  if (refusal !== undefined) return invalid(refusal)
  if (allowance < amount) return invalid('permit2_allowance_required')
  if (balance < amount) return invalid('insufficient_funds')
  const funds = { token: asset, amount, available: smaller(allowance, balance), block }
  const { data, to } = transfer.call(by)
  const gas = await estimateGas(chain, { data, to })
  if (gas === undefined) return invalid('invalid_transaction_state')
  if (gas > merchant.gasPerPayment) return invalid('invalid_payment_requirements')
  const fromBlock = blockBehind(block)
  return { status: 'valid', chain, data, fromBlock, funds, gas, key: paymentKey(order), to }
}

/** Reads what a payer can pay with, all at the end of one block: payments of later ones are not counted in it. */
async function readFunds({ client }: Chain, { from, spender, token }: Transfer) {
  const erc20 = { abi: erc20Abi, address: token } as const
  const readIn = async (block: bigint) => {
    const [balance, allowance] = await Promise.all([
      client.readContract({
        ...{ ...erc20, functionName: 'balanceOf', args: [from], blockNumber: block },
      }),
      spender === undefined
        ? maxUint256
        : client.readContract({
            ...{ ...erc20, functionName: 'allowance', args: [from, spender], blockNumber: block },
          }),
    ])
    return { allowance, balance, block }
  }
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  // The node that answers may not have the newest block yet.
  return readIn(newest).catch(() => readIn(blockBehind(newest)))
}

/**
 * Returns who vouches for the payer's signature: their key, or the code of their account. Only the operator's smart account is
 * asked, since other code could agree now and burn gas later.
 */
async function readSigner(
  { client, implementation, number }: Chain,
  transfer: Transfer,
): Promise<'key' | 'code' | undefined> {
  const { from, signature } = transfer
  const typedData = transfer.typedData(number)
  const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
  if (signer !== undefined && isAddressEqual(signer, from)) return 'key'
  const code = implementation && (await client.getCode({ address: from }))
  if (!code || code.toLowerCase() !== delegationTo(implementation).toLowerCase()) return undefined
  const answer = await client
    .readContract({
      ...{ abi: accountAbi, address: from, functionName: 'isValidSignature' },
      args: [hashTypedData(typedData), signature],
    })
    .catch((error: unknown) => {
      if (isRevert(error)) return undefined
      throw error
    })
  return answer === isValid ? 'code' : undefined
}

const invalid = (reason: string): Checked => ({ status: 'invalid', reason })
