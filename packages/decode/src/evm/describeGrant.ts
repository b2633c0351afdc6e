import { FoyerError } from '@foyer/protocol'
import type { ApprovalInput } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { DescribedCall, Description, Fact, Warning } from '../description.ts'
import {
  amountFact,
  chainMoment,
  hexFact,
  momentFact,
  numberFact,
  unlimitedFrom,
} from '../facts.ts'
import { collectWarnings, riskOf } from '../risk.ts'
import type { SignRequest } from '../signRequest.ts'
import { spendingWarnings } from '../spending.ts'
import { withinLimit } from '../withinLimit.ts'
import { type AssetBook, createAssetBook } from './assetBook.ts'
import { evmAddressFact } from './callReading.ts'
import { fromHex } from './hex.ts'
import { checkGrant, originHash, type PermissionGrant } from './permissionGrant.ts'
import { nameOfFunction } from './readCall.ts'

/** Seconds in which the rate of a stream is shown: an amount a second says little. */
const streamShownS = 3_600n
const noToken = 0n

type Asked = Extract<SignRequest, { method: 'wallet_requestExecutionPermissions' }>['params'][0]
type Allowance = PermissionGrant['allowances'][number]

const assetOf = (book: AssetBook, { token }: Allowance) =>
  BigInt(token) === noToken ? book.native : book.token(token)

function allowanceFacts(allowance: Allowance, book: AssetBook): Fact[] {
  const { amount, initial, max, period } = allowance
  const asset = assetOf(book, allowance)
  const rate = (label: 'per-period', each: bigint, seconds: bigint): Fact => ({
    label,
    value: {
      ...{ kind: 'rate', amount: each, asset, seconds: Number(seconds) },
      unlimited: each >= unlimitedFrom,
    },
  })
  if (period > 0n) return [rate('per-period', amount, period)]
  return [
    rate('per-period', amount * streamShownS, streamShownS),
    ...(initial > 0n ? [amountFact('at-once', initial, asset)] : []),
    amountFact('in-all', max, asset),
  ]
}

function allowanceWarnings(allowance: Allowance, book: AssetBook): Warning[] {
  const { amount, max, period, token } = allowance
  const isCoin = BigInt(token) === noToken
  const balance = book.balance(isCoin ? undefined : token)
  return [
    ...spendingWarnings(period > 0n ? amount : max, balance),
    ...(isCoin ? [] : book.warnings(token)),
  ]
}

function describeTarget(
  { selector, target }: PermissionGrant['targets'][number],
  book: AssetBook,
): DescribedCall {
  const name = nameOfFunction(selector)
  return {
    action: 'contract-call',
    target: book.checksum(target),
    ...(name === undefined ? {} : { name }),
    facts: [
      evmAddressFact('contract', target, { account: '', book }),
      ...(name === undefined ? [hexFact('function', fromHex(selector))] : []),
    ],
    warnings: name === undefined ? [{ code: 'unknown-call' }] : [],
    calls: [],
  }
}

/**
 * Describes a permission that another account would get: who, what, how much, and until when.
 *
 * @throws {@link FoyerError} `params-invalid` for a grant of another site, and one that must not be granted
 * @source security 3.7; T43, T46
 */
export async function describeGrant(
  { grant, upgrade }: Asked,
  { account, network, origin }: ApprovalInput,
  { now, rpc, signal }: DescribeServices,
): Promise<Description> {
  checkGrant(grant, { now: now() })
  if (grant.origin !== originHash(origin))
    throw new FoyerError('params-invalid', { details: 'The permission is of another site.' })
  const own = account.toLowerCase()
  const book = createAssetBook({ network, account: own })
  for (const allowance of grant.allowances) assetOf(book, allowance)
  await withinLimit(book.load(rpc), signal)
  const calls = grant.targets.map((one) => describeTarget(one, book))
  const warnings = collectWarnings([
    { code: 'acts-alone' },
    ...grant.allowances.flatMap((one) => allowanceWarnings(one, book)),
    ...calls.flatMap((one) => one.warnings),
    ...(upgrade ? [{ code: 'upgrades-account' } as const] : []),
  ])
  const opensLater = grant.start > BigInt(Math.floor(now() / 1000))
  return {
    kind: 'permission',
    title: calls.length > 0 ? 'grant-calls' : 'grant-spending',
    risk: riskOf('high', warnings),
    warnings,
    leaves: [],
    comes: [],
    facts: [
      evmAddressFact('agent', grant.signer, { account: own, book }),
      ...grant.allowances.flatMap((one) => allowanceFacts(one, book)),
      ...(opensLater ? [momentFact('not-before', chainMoment(grant.start))] : []),
      momentFact('expires-at', chainMoment(grant.expiry)),
      numberFact('call-limit', grant.calls),
    ],
    calls,
    ...(upgrade && {
      fee: { asset: book.native, amount: upgrade.gas * upgrade.maxFeePerGas, by: 'request' },
    }),
  }
}
