import * as v from 'valibot'
import { walletChain } from './config.ts'
import { signInInput } from './signInInput.ts'
import { solanaNetwork } from './solanaNetwork.ts'

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as `0x${string}`),
)
const accountIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9))

/** The supported fields of `eth_sendTransaction`; others are dropped. */
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

/** One of the calls of `wallet_sendCalls`. */
const batchCall = v.object({ to: hex, value: v.optional(hex), data: v.optional(hex) })
export type BatchCall = v.InferOutput<typeof batchCall>

/** The supported fields of `wallet_sendCalls`. @source EIP-5792 */
export const callsRequest = v.object({
  version: v.literal('2.0.0'),
  from: v.optional(hex),
  chainId: hex,
  atomicRequired: v.boolean(),
  calls: v.pipe(v.array(batchCall), v.minLength(1), v.maxLength(20)),
  capabilities: v.optional(
    v.record(v.string(), v.looseObject({ optional: v.optional(v.boolean()) })),
    {},
  ),
})

const line = v.pipe(
  v.string(),
  v.regex(/^[^\r\n]*$/, 'has a line break, with which a site could add lines of its own'),
)
const moment = v.pipe(v.string(), v.isoTimestamp())

/** The capability `signInWithEthereum` of `wallet_connect`. @source ERC-7846 */
export const connectInput = v.object({
  domain: line,
  chainId: v.pipe(hex, v.regex(/^0x[0-9a-f]{1,8}$/i)),
  nonce: line,
  uri: line,
  version: v.literal('1'),
  issuedAt: v.optional(moment),
  expirationTime: v.optional(moment),
  notBefore: v.optional(moment),
  requestId: v.optional(line),
  resources: v.optional(v.array(line)),
  scheme: v.optional(line),
  statement: v.optional(line),
})
export type ConnectInput = v.InferOutput<typeof connectInput>

const bytes = v.instance(Uint8Array)
const commitment = v.picklist(['processed', 'confirmed', 'finalized'])

/** Options for sending a Solana transaction; the chain decides missing ones. */
export const sendOptions = v.object({
  preflightCommitment: v.optional(commitment),
  minContextSlot: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  skipPreflight: v.optional(v.boolean()),
  maxRetries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Wait until the transaction has reached this commitment. */
  commitment: v.optional(commitment),
})
export type SendOptions = v.InferOutput<typeof sendOptions>

/** A request to the user, tagged with its wire method. */
const approvalRequest = v.variant('method', [
  v.object({
    method: v.picklist(['eth_requestAccounts', 'wallet_requestPermissions']),
    /** Indexes of already selected accounts. */
    selected: v.array(accountIndex),
  }),
  v.object({
    method: v.literal('wallet_connect'),
    /** Indexes of accounts that can sign in; the first is selected. */
    accounts: v.pipe(v.array(accountIndex), v.minLength(1)),
    input: connectInput,
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
    method: v.literal('wallet_sendCalls'),
    account: accountIndex,
    calls: v.array(batchCall),
  }),
  v.object({
    method: v.picklist(['wallet_switchEthereumChain', 'wallet_addEthereumChain']),
    target: walletChain,
  }),
  v.object({
    method: v.literal('wallet_watchAsset'),
    token: v.object({ address: hex, symbol: v.string(), decimals: v.number() }),
  }),
  v.object({
    method: v.literal('standard:connect'),
    network: solanaNetwork,
    /** Indexes of already selected accounts. */
    selected: v.array(accountIndex),
  }),
  v.object({
    method: v.literal('solana:signMessage'),
    network: solanaNetwork,
    account: accountIndex,
    messages: v.pipe(v.array(bytes), v.minLength(1)),
  }),
  v.object({
    method: v.picklist(['solana:signTransaction', 'solana:signAndSendTransaction']),
    network: solanaNetwork,
    account: accountIndex,
    transactions: v.pipe(v.array(v.object({ bytes, options: sendOptions })), v.minLength(1)),
  }),
  v.object({
    method: v.literal('solana:signIn'),
    network: solanaNetwork,
    /** Indexes of accounts that can sign in; the first is selected. */
    accounts: v.pipe(v.array(accountIndex), v.minLength(1)),
    input: signInInput,
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
  /** True if the user must unlock before seeing the request. */
  locked: v.boolean(),
  /** The selected EVM chain, if there is one. */
  chain: v.optional(walletChain),
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
