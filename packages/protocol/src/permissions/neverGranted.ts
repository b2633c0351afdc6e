/**
 * Contracts that act for accounts: EntryPoint 0.6, 0.7, 0.8 and 0.9, and Permit2. Lower case. No permission can reach them.
 *
 * @source contracts/FoyerPermissions.sol; security 3.7
 */
const contracts: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  // An account reads the zero address as itself.
  '0x0000000000000000000000000000000000000000',
]

/**
 * Functions that hand tokens or rights to someone else, or wrap other calls. The same list is in the contract.
 *
 * @source contracts/FoyerPermissions.sol; security 3.7
 */
const selectors: readonly string[] = [
  // approve, increaseAllowance, decreaseAllowance, increaseApproval, setApprovalForAll
  ...['0x095ea7b3', '0x39509351', '0xa457c2d7', '0xd73dd623', '0xa22cb465'],
  // approve without an amount, and with an end (Permit2 and its copies)
  ...['0xdaea85c5', '0x87517c45'],
  // permit: of ERC-2612, of DAI, and with a signature as bytes
  ...['0xd505accf', '0x8fcbaf0c', '0x9fd5a6cf'],
  // transferFrom, and safeTransferFrom of ERC-721 and ERC-1155, with batches
  ...['0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'],
  // transferFrom of Permit2, one and several
  ...['0x36c78516', '0x0d58b1db'],
  // ERC-6909: approve, setOperator, transfer, transferFrom
  ...['0x426a8493', '0x558a7297', '0x095bcdb6', '0xfe99049a'],
  // approveAndCall, authorizeOperator
  ...['0x3177029f', '0xcae9ca51', '0x959b8c3f'],
  // approveDelegation (Aave), allow (Compound), setAuthorization (Morpho), hope (Maker), setRelayerApproval (Balancer)
  ...['0xc04a8a10', '0x110496e5', '0xeecea000', '0xa3b22fc4', '0xfa6e671d'],
  // transferOwnership, grantRole
  ...['0xf2fde38b', '0x2f2ff15d'],
  // multicall
  ...['0xac9650d8', '0x5ae401dc', '0x1f0464d1'],
  // No function: some contracts run anything for it.
  '0x00000000',
]

/** Calls that no permission can reach, by address and by the first four bytes of the call. */
export const neverGranted = { contracts, selectors } as const

/** Returns whether no permission may ever allow a function of a contract. */
export function isNeverGranted({
  selector,
  target,
}: {
  selector: string
  target: string
}): boolean {
  return contracts.includes(target.toLowerCase()) || selectors.includes(selector.toLowerCase())
}
