import { isAddress as isSolanaAddress, address as toSolanaAddress } from '@solana/kit'
import * as v from 'valibot'
import { type Address, getAddress, isAddress } from 'viem'
import { solanaDevnet } from '../solana/cluster.ts'

const evmAddress = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: false }), 'not an address'),
  v.transform((text): Address => getAddress(text)),
)

const solanaAddress = v.pipe(
  v.string(),
  v.check((text) => isSolanaAddress(text), 'not an address'),
  v.transform((text) => toSolanaAddress(text)),
)

/** A decimal string in the smallest unit. */
const evmAmount = v.pipe(v.string(), v.regex(/^[1-9]\d{0,77}$/, 'not a whole number'), v.toBigint())
/** A Solana amount has 64 bits. */
const solanaAmount = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,19}$/, 'not a whole number'),
  v.toBigint(),
  v.maxValue(2n ** 64n - 1n, 'more than 64 bits'),
)

const evmRequest = v.object({
  /** The EIP-155 number of the chain. */
  chainId: v.pipe(v.number(), v.integer()),
  /** The receiver. */
  address: evmAddress,
  /** The token to mint; without it the faucet sends ether. */
  token: v.optional(evmAddress),
  amount: evmAmount,
})

const solanaRequest = v.object({
  /** The CAIP-2 id of the local Solana. */
  chainId: v.literal(solanaDevnet.caipId),
  address: solanaAddress,
  /** The mint; without it the faucet sends SOL. */
  token: v.optional(solanaAddress),
  amount: solanaAmount,
})

/** Body of `POST /faucet`. */
export const faucetRequest = v.lazy((body) =>
  (body as { chainId?: unknown } | null)?.chainId === solanaDevnet.caipId
    ? solanaRequest
    : evmRequest,
)

/** Answer of `POST /faucet`: the hash of the mined transaction, on Solana its signature. */
export const faucetResponse = v.object({
  hash: v.pipe(v.string(), v.regex(/^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/)),
})
