import { checksumAddress, type PermissionGrant, permissionsContract } from '@foyer/decode/internal'

const hex = (value: bigint) => `0x${value.toString(16)}`
const isCoin = (token: string) => BigInt(token) === 0n

/** The type and the limits of a grant, as a site asks for them. @source ERC-7715 */
function writeTerms({ allowances, calls, start, targets }: PermissionGrant) {
  const common = { startTime: Number(start), maxCalls: Number(calls) }
  const tokenOf = (token: string) => (isCoin(token) ? {} : { tokenAddress: checksumAddress(token) })
  const perPeriod = ({ amount, period, token }: PermissionGrant['allowances'][number]) => ({
    ...tokenOf(token),
    ...{ periodAmount: hex(amount), periodDuration: Number(period) },
  })
  const [first] = allowances
  if (targets.length > 0 || !first)
    return {
      type: 'contract-call',
      data: {
        ...common,
        targets: targets.map((one) => ({ ...one, target: checksumAddress(one.target) })),
        allowances: allowances.map(perPeriod),
      },
    }
  const kind = isCoin(first.token) ? 'native-token' : 'erc20-token'
  if (first.period > 0n)
    return { type: `${kind}-periodic`, data: { ...common, ...perPeriod(first) } }
  return {
    type: `${kind}-stream`,
    data: {
      ...{ ...common, ...tokenOf(first.token), amountPerSecond: hex(first.amount) },
      ...(first.initial > 0n && { initialAmount: hex(first.initial) }),
      maxAmount: hex(first.max),
    },
  }
}

/**
 * Describes a granted permission to its site, by the names of the standard and of its older versions.
 *
 * @param chainId - Hex.
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export function writePermission(
  grant: PermissionGrant,
  { chainId, context }: { chainId: string; context: string },
) {
  const expiry = Number(grant.expiry)
  const to = checksumAddress(grant.signer)
  const from = checksumAddress(grant.account)
  return {
    ...{ chainId, from, to, context },
    permission: { ...writeTerms(grant), isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    dependencies: [],
    delegationManager: permissionsContract,
    // The older versions.
    ...{ address: from, expiry, signer: { type: 'account', data: { address: to } } },
    signerMeta: { delegationManager: permissionsContract },
  }
}
