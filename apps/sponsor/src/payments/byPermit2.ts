import {
  permit2Address,
  permit2Proxy,
  permit2Transfer,
  type SignedTransfer,
} from '@foyer/protocol/x402'
import { encodeFunctionData, isAddressEqual, parseAbi } from 'viem'
import type { Transfer } from './transfer.ts'

const permit2Abi = parseAbi([
  'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
])
/** x402's contract. */
export const proxyAbi = parseAbi([
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct Permit { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct Witness { address to; uint256 validAfter; }',
  'function settle(Permit permit, address owner, Witness witness, bytes signature)',
])

/** A transfer by Permit2, through the contract that lets it reach the signed receiver only. */
export function byPermit2({
  permit2Authorization: authorization,
  signature,
}: Extract<SignedTransfer, { permit2Authorization: unknown }>): Transfer {
  const { from, permitted, spender, witness } = authorization
  const [amount, nonce] = [BigInt(permitted.amount), BigInt(authorization.nonce)]
  const [deadline, validAfter] = [BigInt(authorization.deadline), BigInt(witness.validAfter)]
  return {
    ...{ from, to: witness.to, token: permitted.token, amount, signature },
    ...{ validAfter, validBefore: deadline, number: `permit2:${from}:${nonce}` },
    spender: permit2Address,
    typedData: (chain) => permit2Transfer({ authorization, chainId: `eip155:${chain}` }),
    async refusal({ client }) {
      if (!isAddressEqual(spender, permit2Proxy)) return 'invalid_payload'
      const [code, used] = await Promise.all([
        client.getCode({ address: permit2Proxy }),
        client.readContract({
          ...{ abi: permit2Abi, address: permit2Address, functionName: 'nonceBitmap' },
          args: [from, nonce >> 8n],
        }),
      ])
      // A call to an address without code succeeds, and moves nothing.
      if (code === undefined) return 'invalid_network'
      return (used >> (nonce & 255n)) & 1n ? 'invalid_transaction_state' : undefined
    },
    // Permit2 itself looks whether the payer's account has code.
    call: () => ({
      to: permit2Proxy,
      data: encodeFunctionData({
        ...{ abi: proxyAbi, functionName: 'settle' },
        args: [
          { permitted: { token: permitted.token, amount }, nonce, deadline },
          ...([from, { to: witness.to, validAfter }, signature] as const),
        ],
      }),
    }),
  }
}
