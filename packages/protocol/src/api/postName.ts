import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { accountName } from './accountName.ts'

/** Registers a name, or changes the attributes of one's own. @source spec 7.36 */
export const postName = defineEndpoint({
  method: 'POST',
  path: '/v1/profile/account',
  summary: 'Registers a name for the account that signed the message.',
  query: v.object({}),
  body: v.object({
    /**
     * Coin type of SLIP-44: 60 for EVM accounts, 501 for Solana; for a contract on another EVM chain
     * 0x80000000 + its chain id. @source https://docs.ens.domains/ensip/11
     */
    coinType: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
    address: v.pipe(v.string(), v.maxLength(128)),
    /** JSON of {@link nameMessage}. */
    message: v.pipe(v.string(), v.maxLength(4096)),
    /** Signature of `message`: hex of EIP-191, ERC-1271 or ERC-6492; base58 on Solana. */
    signature: v.pipe(v.string(), v.maxLength(16_384)),
  }),
  response: accountName,
})
