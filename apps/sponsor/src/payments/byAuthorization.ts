import { type SignedTransfer, transferAuthorization } from '@foyer/protocol/x402'
import { encodeFunctionData, parseAbi, parseSignature } from 'viem'
import type { Transfer } from './transfer.ts'

const stateAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])
const keyAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
/** Tokens that ask accounts with code (ERC-1271), as USDC since version 2.2, have this one as well. */
const codeAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
/** Both forms of the call. */
export const authorizationAbi = [...keyAbi, ...codeAbi] as const

/** A transfer that the token itself makes. @source https://eips.ethereum.org/EIPS/eip-3009 */
export function byAuthorization(
  { authorization, signature }: Extract<SignedTransfer, { authorization: unknown }>,
  {
    asset,
    name = '',
    version = '',
  }: { asset: `0x${string}`; name?: string | undefined; version?: string | undefined },
): Transfer {
  const { from, nonce, to } = authorization
  const value = BigInt(authorization.value)
  const validAfter = BigInt(authorization.validAfter)
  const validBefore = BigInt(authorization.validBefore)
  const signed = [from, to, value, validAfter, validBefore, nonce] as const
  return {
    ...{ from, to, token: asset, amount: value, validAfter, validBefore, signature },
    number: `${asset}:${from}:${nonce}`,
    typedData: (chain) =>
      transferAuthorization({
        ...{ asset, authorization, name, version, chainId: `eip155:${chain}` },
      }),
    async refusal({ client }) {
      const isUsed = await client.readContract({
        ...{ abi: stateAbi, address: asset, functionName: 'authorizationState' },
        args: [from, nonce],
      })
      return isUsed ? 'invalid_transaction_state' : undefined
    },
    call(by) {
      const functionName = 'transferWithAuthorization'
      if (by === 'code') {
        const args = [...signed, signature] as const
        return { to: asset, data: encodeFunctionData({ abi: codeAbi, functionName, args }) }
      }
      const { r, s, yParity } = parseSignature(signature)
      const args = [...signed, yParity + 27, r, s] as const
      return { to: asset, data: encodeFunctionData({ abi: keyAbi, functionName, args }) }
    },
  }
}
