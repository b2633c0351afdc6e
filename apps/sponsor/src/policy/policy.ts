import { evmAddress } from '@foyer/protocol/x402'
import * as v from 'valibot'
import { getAddress } from 'viem'

const address = v.pipe(
  evmAddress,
  v.transform((text) => getAddress(text.toLowerCase() as `0x${string}`)),
)
const chainId = v.pipe(
  v.string(),
  v.regex(/^eip155:[1-9]\d{0,14}$/, 'is not a CAIP-2 id of an EVM chain, such as eip155:1'),
  v.transform((text) => text as `eip155:${number}`),
)
/** Text, since JSON's numbers are floats. */
const wei = v.pipe(
  v.string('must be digits in quotes'),
  v.regex(/^\d{1,30}$/, 'must be digits in quotes'),
  v.transform((text) => BigInt(text)),
)
const httpUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http address'),
)
const gas = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const id = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/, 'must be letters, digits, -, _, . or :'))

const chain = v.strictObject({
  caipId: chainId,
  rpcUrl: httpUrl,
  /** The smart account's code (EIP-7702) that batches may use. @default none: no calls on this chain, only payments */
  implementation: v.optional(address),
  /** The paymaster contract (`contracts/FoyerPaymaster.sol`), for operations of ERC-4337. @default none */
  paymaster: v.optional(address),
  /** JSON-RPC of a bundler for EntryPoint 0.8, for operations that a site's paymaster pays for. @default none */
  bundlerUrl: v.optional(httpUrl),
  /** Most that is paid for one unit of gas, in wei. Above it, requests are refused and transactions wait. */
  maxFeePerGas: wei,
  /**
   * How the chain charges for data on its parent chain. Chains of the OP Stack take it apart from the gas; on Arbitrum it is part
   * of the gas, so nothing needs to be said there.
   * @default none
   */
  dataFees: v.optional(v.picklist(['op-stack'])),
  /** Budget of everything on this chain, in wei a day. */
  weiPerDay: wei,
  /** Blocks on top of each other before a transaction counts as final. @default 1 */
  confirmations: v.optional(gas(1, 100), 1),
  /** Interval of reading the chain, in ms. @default 2000 */
  pollMs: v.optional(gas(20, 60_000), 2000),
})
export type ChainPolicy = v.InferOutput<typeof chain>

const selector = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{8}$/, 'must be the first four bytes of call data, such as 0xa9059cbb'),
)

const keyHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the key, hex'))

/** Calls of a project's users that the operator pays for. */
const sponsorship = v.strictObject({
  projectId: id,
  chain: chainId,
  /** SHA-256 of the key in the address of the project's paymaster service (ERC-7677), hex. @default none: no service */
  paymasterKeyHash: v.optional(keyHash),
  /** Pages that may ask, by the embedded wallet. @default all pages of the project */
  origins: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  /** Contracts and functions that may be called; coins are never sent along. */
  contracts: v.pipe(
    v.array(v.strictObject({ address, selectors: v.pipe(v.array(selector), v.minLength(1)) })),
    v.minLength(1),
  ),
  /** @default 8 */
  callsPerBatch: v.optional(gas(1, 32), 8),
  /** Most gas of one transaction. @default 500,000 */
  gasPerBatch: v.optional(gas(21_000, 30_000_000), 500_000),
  weiPerUserPerDay: wei,
  weiPerDay: wei,
})
export type Sponsorship = v.InferOutput<typeof sponsorship>

/** A server whose payments (x402) the operator submits. */
const merchant = v.strictObject({
  id,
  /** SHA-256 of its bearer token, hex. */
  tokenHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the token, hex')),
  chain: chainId,
  /** The token in which it is paid. */
  asset: address,
  payTo: v.pipe(v.array(address), v.minLength(1)),
  /** Smallest payment, in the token's smallest unit: less would cost more than it brings. */
  leastAmount: wei,
  /** Most gas of one payment; Permit2 and smart accounts need the most. @default 200,000 */
  gasPerPayment: v.optional(gas(21_000, 1_000_000), 200_000),
  weiPerDay: wei,
})
export type Merchant = v.InferOutput<typeof merchant>

const isUnique = (keys: readonly string[]) => new Set(keys).size === keys.length

/** Everything that the operator pays for. Anything else is refused. */
export const policy = v.pipe(
  v.strictObject({
    chains: v.pipe(v.array(chain), v.minLength(1)),
    sponsorships: v.optional(v.array(sponsorship), []),
    merchants: v.optional(v.array(merchant), []),
    /** Part of a budget at which the operator is warned, in percent. @default 80 */
    alarmAtPercent: v.optional(gas(1, 100), 80),
  }),
  v.check(
    ({ chains }) => isUnique(chains.map(({ caipId }) => caipId)),
    'one chain stands there twice',
  ),
  v.check(
    ({ sponsorships }) => isUnique(sponsorships.map((one) => `${one.projectId} ${one.chain}`)),
    'one project stands there twice for a chain',
  ),
  v.check(
    ({ sponsorships }) =>
      sponsorships.every((one) =>
        sponsorships.every(
          ({ paymasterKeyHash, projectId }) =>
            projectId === one.projectId ||
            paymasterKeyHash === undefined ||
            paymasterKeyHash !== one.paymasterKeyHash,
        ),
      ),
    'two projects have the same key of their paymaster service',
  ),
  v.check(
    ({ merchants }) =>
      isUnique(merchants.map((one) => one.id)) && isUnique(merchants.map((one) => one.tokenHash)),
    'two merchants have the same id or token',
  ),
  v.check(
    ({ chains, merchants, sponsorships }) =>
      [...merchants, ...sponsorships].every((one) =>
        chains.some(({ caipId }) => caipId === one.chain),
      ),
    'a project or merchant names a chain that is not listed',
  ),
)
export type Policy = v.InferOutput<typeof policy>
/** A policy as the operator writes it. */
export type PolicyFile = v.InferInput<typeof policy>
