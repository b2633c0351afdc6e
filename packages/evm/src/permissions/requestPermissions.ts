import type { GrantedPermission, PermissionRequest, Permissions } from '@foyer/core'
import { FoyerError, referenceOf } from '@foyer/protocol'
import { checksumAddress } from '../address.ts'
import { ask } from '../ask.ts'
import { isMethodUnsupported } from '../isMethodUnsupported.ts'
import { toQuantity } from '../quantity.ts'
import { readGrant } from './readGrant.ts'

/**
 * Asks for permissions by the standard's method, and a wallet that does not know it by the older one.
 *
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export const requestPermissions: Permissions['request'] = async ({
  address,
  chainId,
  provider,
  requests,
}) => {
  const chain = toQuantity(Number(referenceOf(chainId)))
  const from = checksumAddress(address)
  const call = (method: string, params: unknown[]) => ask(provider, { method, params, chainId })
  let answer: unknown
  try {
    answer = await call(
      'wallet_requestExecutionPermissions',
      requests.map((request) => ({ chainId: chain, from, ...write(request) })),
    )
  } catch (error) {
    if (!isMethodUnsupported(error)) throw error
    const older = requests.map((request) => ({ chainId: chain, ...writeOlder(request, from) }))
    answer = await call('wallet_grantPermissions', older)
  }
  const given: unknown[] = Array.isArray(answer) ? answer : []
  const granted = given.map((one) => readGrant(one, from))
  if (granted.length !== requests.length)
    throw refusal('The wallet answered with another number of permissions.')
  return requests.map((request, index) => {
    const grant = granted[index]
    if (
      !grant ||
      !isAsked(grant, request) ||
      grant.chainId !== chainId ||
      !isSame(grant.from, from)
    )
      throw refusal('The wallet granted something else.')
    return grant
  })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isAsked = (grant: GrantedPermission, { to, type }: PermissionRequest) =>
  grant.type === type && isSame(grant.to, to)
const refusal = (details: string) => new FoyerError('unknown', { details })

const secondsOf = ({ expiresAt }: PermissionRequest) => Math.floor(expiresAt / 1000)

function write(request: PermissionRequest) {
  const { data, isAdjustmentAllowed = false, rules = [], to, type } = request
  return {
    to: checksumAddress(to),
    permission: { type, isAdjustmentAllowed, data: writeAmounts(data) },
    rules: [
      { type: 'expiry', data: { timestamp: secondsOf(request) } },
      ...rules.map((rule) => ({ type: rule.type, data: writeAmounts(rule.data) })),
    ],
  }
}

function writeOlder(request: PermissionRequest, address: string) {
  const { data, isAdjustmentAllowed = false, rules = [], to, type } = request
  if (rules.length > 0)
    throw new FoyerError('unsupported-method', {
      details: 'This wallet knows permissions only without further rules.',
    })
  return {
    address,
    expiry: secondsOf(request),
    signer: { type: 'account', data: { address: checksumAddress(to) } },
    permission: { type, data: writeAmounts(data) },
    isAdjustmentAllowed,
  }
}

/** Amounts become quantities, at any depth. */
function writeAmounts(value: unknown): unknown {
  if (typeof value === 'bigint') return toQuantity(value)
  if (Array.isArray(value)) return value.map(writeAmounts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, writeAmounts(one)]))
}
