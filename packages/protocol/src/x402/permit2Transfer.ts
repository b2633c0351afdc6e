import type { Permit2Authorization } from './payload.ts'

/** Permit2, at one address on every chain. @source https://docs.uniswap.org/contracts/v4/deployments */
export const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/**
 * The contract that moves what the payer signed, and only to the signed receiver; at one address on every chain.
 * @source scheme_exact_evm.md "Reference Implementation: x402ExactPermit2Proxy"
 */
export const permit2Proxy = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'

const types = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'Witness' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  Witness: [
    { name: 'to', type: 'address' },
    { name: 'validAfter', type: 'uint256' },
  ],
} as const

/** Returns the typed data of a transfer by Permit2 that the payer signs and anyone may submit. */
export const permit2Transfer = ({
  authorization: { deadline, nonce, permitted, spender, witness },
  chainId,
}: {
  authorization: Permit2Authorization
  chainId: `eip155:${number}`
}) =>
  ({
    domain: {
      name: 'Permit2',
      chainId: Number(chainId.slice(7)),
      verifyingContract: permit2Address,
    },
    types,
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: permitted.token, amount: BigInt(permitted.amount) },
      spender,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      witness: { to: witness.to, validAfter: BigInt(witness.validAfter) },
    },
  }) as const
