import * as v from 'valibot'
import { type Address, getAddress, isAddress } from 'viem'

const address = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: false }), 'not an address'),
  v.transform((text): Address => getAddress(text)),
)

/** Body of `POST /faucet`. */
export const faucetRequest = v.object({
  /** The EIP-155 number of the chain. */
  chainId: v.pipe(v.number(), v.integer()),
  /** Who receives. */
  address,
  /** The token to mint; without it ether is sent. */
  token: v.optional(address),
  /** Decimal text in the smallest unit. */
  amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,77}$/, 'not a whole number'), v.toBigint()),
})

/** Answer of `POST /faucet`: the hash of the mined transaction. */
export const faucetResponse = v.object({ hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)) })
