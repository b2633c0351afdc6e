import * as v from 'valibot'
import { walletChain } from './config.ts'

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as `0x${string}`),
)
const accountIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9))

/** The fields of `eth_sendTransaction` the wallet understands; others are dropped. */
export const transactionRequest = v.object({
  from: hex,
  to: v.nullish(hex),
  value: v.optional(hex),
  data: v.optional(hex),
  gas: v.optional(hex),
  gasPrice: v.optional(hex),
  maxFeePerGas: v.optional(hex),
  maxPriorityFeePerGas: v.optional(hex),
  nonce: v.optional(hex),
  chainId: v.optional(hex),
})
export type TransactionRequest = v.InferOutput<typeof transactionRequest>

/** What a person is asked, tagged with the wire method that asks. */
const approvalRequest = v.variant('method', [
  v.object({
    method: v.picklist(['eth_requestAccounts', 'wallet_requestPermissions']),
    /** Indexes that are chosen already. */
    selected: v.array(accountIndex),
  }),
  v.object({ method: v.literal('devwallet_unlock') }),
  v.object({ method: v.literal('personal_sign'), account: accountIndex, data: hex }),
  v.object({
    method: v.literal('eth_signTypedData_v4'),
    account: accountIndex,
    /** JSON text of the EIP-712 object. */
    typedData: v.string(),
  }),
  v.object({
    method: v.literal('eth_sendTransaction'),
    account: accountIndex,
    transaction: transactionRequest,
  }),
  v.object({
    method: v.picklist(['wallet_switchEthereumChain', 'wallet_addEthereumChain']),
    target: walletChain,
  }),
  v.object({
    method: v.literal('wallet_watchAsset'),
    token: v.object({ address: hex, symbol: v.string(), decimals: v.number() }),
  }),
])
export type ApprovalRequest = v.InferOutput<typeof approvalRequest>

/** From the site's page to the approval window. */
export const toApproval = v.object({
  type: v.literal('foyer-devwallet:request'),
  id: v.string(),
  walletName: v.string(),
  /** A data URI. */
  walletIcon: v.pipe(v.string(), v.startsWith('data:image/')),
  /** The wallet must be unlocked before the request is shown. */
  locked: v.boolean(),
  /** The selected chain. */
  chain: walletChain,
  request: approvalRequest,
})
export type ToApproval = v.InferOutput<typeof toApproval>

/** From the approval window to the site's page. */
export const fromApproval = v.variant('type', [
  v.object({ type: v.literal('foyer-devwallet:ready') }),
  v.object({ type: v.literal('foyer-devwallet:unlocked'), id: v.string() }),
  v.object({ type: v.literal('foyer-devwallet:approved'), id: v.string(), result: v.unknown() }),
  v.object({
    type: v.literal('foyer-devwallet:refused'),
    id: v.string(),
    code: v.number(),
    message: v.string(),
  }),
])
export type FromApproval = v.InferOutput<typeof fromApproval>
