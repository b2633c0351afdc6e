import type { Authorization } from './payload.ts'

/** @source https://eips.ethereum.org/EIPS/eip-3009 */
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Returns the typed data of a transfer that the payer signs and anyone may submit. */
export const transferAuthorization = ({
  asset,
  authorization,
  chainId,
  name,
  version,
}: {
  asset: `0x${string}`
  authorization: Authorization
  chainId: `eip155:${number}`
  /** Of the token's EIP-712 domain. */
  name: string
  version: string
}) =>
  ({
    domain: { name, version, chainId: Number(chainId.slice(7)), verifyingContract: asset },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  }) as const
