import type { GrantedPermission } from '@foyer/core'
import { isChainId } from '@foyer/protocol'
import * as v from 'valibot'
import { parseQuantity } from '../quantity.ts'

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
const hex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})+$/i), v.maxLength(262_144))
const bag = v.record(v.string(), v.unknown())
const rule = v.object({ type: v.string(), data: bag })
const dependency = v.object({ factory: address, factoryData: v.string() })

/** The standard's names, and those of its older versions, which wallets still use. */
const answer = v.object({
  chainId: v.pipe(v.unknown(), v.transform(parseQuantity), v.bigint()),
  from: v.nullish(address),
  address: v.nullish(address),
  to: v.nullish(address),
  signer: v.nullish(v.object({ data: v.nullish(v.object({ address: v.nullish(address) })) })),
  permission: v.object({ type: v.string(), data: bag }),
  rules: v.nullish(v.array(rule), []),
  expiry: v.nullish(v.number()),
  context: hex,
  delegationManager: v.nullish(address),
  signerMeta: v.nullish(v.object({ delegationManager: v.nullish(address) })),
  dependencies: v.nullish(v.array(dependency)),
  dependencyInfo: v.nullish(v.array(dependency)),
})

/**
 * Reads a permission that a wallet granted.
 *
 * @param owner - The account that granted it, if the wallet does not name it.
 * @returns undefined if it can not be read
 */
export function readGrant(given: unknown, owner: string): GrantedPermission | undefined {
  const parsed = v.safeParse(answer, given)
  if (!parsed.success) return undefined
  const { context, permission, rules: named, ...grant } = parsed.output
  const chainId = `eip155:${grant.chainId}`
  const to = grant.to ?? grant.signer?.data?.address
  if (!isChainId(chainId) || !to) return undefined
  const rules = named ?? []
  const end = rules.find(({ type }) => type === 'expiry')?.data.timestamp ?? grant.expiry
  return {
    ...{ chainId, context, rules, to },
    from: grant.from ?? grant.address ?? owner,
    type: permission.type,
    data: permission.data,
    expiresAt: typeof end === 'number' ? end * 1000 : undefined,
    delegationManager: grant.delegationManager ?? grant.signerMeta?.delegationManager ?? undefined,
    dependencies: grant.dependencies ?? grant.dependencyInfo ?? [],
  }
}
