import * as v from 'valibot'
import { FoyerError } from '../errors.ts'
import { isNeverGranted } from './neverGranted.ts'

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'))
/** A positive amount below 2^192, in smallest units, as a quantity. */
const amount = v.pipe(
  v.string(),
  v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,47}$/, 'must be a positive quantity below 2^192'),
  v.transform((text) => BigInt(text)),
)
const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/, 'must be a quantity'),
  v.transform((text) => BigInt(text)),
)
/** Seconds since 1970. */
const moment = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 40))
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))

/** The longest time that a permission may last, seconds. @source security 3.7 */
export const longestPermission = 30 * 86_400
/** Calls that a permission allows if the site names no number. */
const usualCalls = 1_000
/** Tolerance for a clock that is ahead or behind, seconds. */
const clockTolerance = 300

/** Seconds of a period: at least a minute, so that an amount a second is a stream. */
const duration = v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(longestPermission))
/** Fields of every permission. */
const common = {
  startTime: v.nullish(moment),
  maxCalls: v.nullish(count),
  /** The site's own words, which are not shown. */
  justification: v.nullish(v.pipe(v.string(), v.maxLength(1_000))),
}
const periodic = { ...common, periodAmount: amount, periodDuration: duration }
const stream = {
  ...common,
  amountPerSecond: amount,
  initialAmount: v.nullish(amount),
  maxAmount: v.nullish(amount),
}
const token = { tokenAddress: address }
const isAdjustmentAllowed = v.optional(v.boolean())

const target = v.strictObject({
  target: address,
  /** First four bytes of the call: there is no wildcard. */
  selector: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{8}$/, 'must be four bytes')),
})

/** Permissions by type, named as MetaMask names them; `contract-call` is Foyer's own. */
const permission = v.variant('type', [
  v.strictObject({
    type: v.literal('native-token-periodic'),
    isAdjustmentAllowed,
    data: v.strictObject(periodic),
  }),
  v.strictObject({
    type: v.literal('erc20-token-periodic'),
    isAdjustmentAllowed,
    data: v.strictObject({ ...periodic, ...token }),
  }),
  v.strictObject({
    type: v.literal('native-token-stream'),
    isAdjustmentAllowed,
    data: v.strictObject(stream),
  }),
  v.strictObject({
    type: v.literal('erc20-token-stream'),
    isAdjustmentAllowed,
    data: v.strictObject({ ...stream, ...token }),
  }),
  v.strictObject({
    type: v.literal('contract-call'),
    isAdjustmentAllowed,
    data: v.strictObject({
      ...common,
      maxCalls: count,
      targets: v.pipe(v.array(target), v.minLength(1), v.maxLength(10)),
      /** The budget of the calls; without `tokenAddress` in the network's coin. */
      allowances: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              tokenAddress: v.optional(address),
              periodAmount: amount,
              periodDuration: duration,
            }),
          ),
          v.maxLength(5),
        ),
        [],
      ),
    }),
  }),
])

/** @source https://eips.ethereum.org/EIPS/eip-7715 */
const request = v.strictObject({
  chainId: quantity,
  from: v.optional(address),
  to: address,
  permission,
  rules: v.strictTuple([
    v.strictObject({ type: v.literal('expiry'), data: v.strictObject({ timestamp: moment }) }),
  ]),
})

/** The shape of ERC-7715's older versions. */
const olderRequest = v.pipe(
  v.strictObject({
    chainId: quantity,
    address: v.optional(address),
    expiry: moment,
    signer: v.strictObject({ type: v.literal('account'), data: v.strictObject({ address }) }),
    permission,
    isAdjustmentAllowed,
  }),
  v.transform(({ address: from, chainId, expiry, permission: asked, signer }) => ({
    ...{ chainId, from, permission: asked, to: signer.data.address },
    rules: [{ type: 'expiry' as const, data: { timestamp: expiry } }] as const,
  })),
)

/** How much of an asset may be spent: per period, or as a stream if `period` is 0. Amounts in smallest units. */
export type PermissionAllowance = {
  /** The zero address is the network's coin. */
  token: string
  /** Per period, or per second. */
  amount: bigint
  /** Of a stream: at once, and in all; 0 otherwise. */
  initial: bigint
  max: bigint
  /** Seconds; 0 for a stream. */
  period: bigint
}

/** A permission that a site asks for. */
export type PermissionWish = {
  chainId: bigint
  from: string | undefined
  /** The account that may act. */
  to: string
  type: v.InferOutput<typeof permission>['type']
  /** Seconds since 1970. */
  start: bigint
  expiry: bigint
  /** Number of calls in all. */
  calls: bigint
  allowances: readonly PermissionAllowance[]
  /** Functions that may be called; empty for transfers alone. */
  targets: readonly { target: string; selector: string }[]
}

/** The coin, in place of a token's address. */
const noToken = `0x${'0'.repeat(40)}`

function readTerms(
  asked: v.InferOutput<typeof permission>,
  lasts: bigint,
): Pick<PermissionWish, 'allowances' | 'targets'> {
  const perPeriod = (data: {
    tokenAddress?: string | undefined
    periodAmount: bigint
    periodDuration: number
  }) => ({
    ...{ token: data.tokenAddress ?? noToken, amount: data.periodAmount },
    ...{ initial: 0n, max: 0n, period: BigInt(data.periodDuration) },
  })
  switch (asked.type) {
    case 'native-token-periodic':
    case 'erc20-token-periodic':
      return { allowances: [perPeriod(asked.data)], targets: [] }
    case 'native-token-stream':
    case 'erc20-token-stream': {
      const { amountPerSecond, initialAmount, maxAmount } = asked.data
      const initial = initialAmount ?? 0n
      // Never without a limit: what the stream comes to by its end.
      const max = maxAmount ?? initial + amountPerSecond * lasts
      if (max >= 2n ** 192n) throw invalid('maxAmount is too high.')
      if (max < initial) throw invalid('maxAmount is below initialAmount.')
      const token = 'tokenAddress' in asked.data ? asked.data.tokenAddress : noToken
      return {
        allowances: [{ token, amount: amountPerSecond, initial, max, period: 0n }],
        targets: [],
      }
    }
    case 'contract-call':
      return { allowances: asked.data.allowances.map(perPeriod), targets: asked.data.targets }
  }
}

const invalid = (details: string) => new FoyerError('params-invalid', { details })

/** Methods by which a site asks for permissions; the second is of older versions of the standard. */
export type PermissionMethod = 'wallet_requestExecutionPermissions' | 'wallet_grantPermissions'

/**
 * Reads the permission that a site asks for: always with limits, an end within 30 days, and named targets.
 *
 * @param options.now - ms since 1970.
 * @throws {@link FoyerError} `params-invalid` for any other
 * @source https://eips.ethereum.org/EIPS/eip-7715; security 3.7; T43
 */
export function readPermissionRequest(
  params: unknown,
  { method, now }: { method: PermissionMethod; now: number },
): PermissionWish {
  const one = method === 'wallet_grantPermissions' ? olderRequest : request
  const { issues, output, success } = v.safeParse(v.strictTuple([one]), params)
  if (!success) throw invalid(`${v.getDotPath(issues[0]) ?? 'params'}: ${issues[0].message}`)
  const [{ chainId, from, permission: asked, rules, to }] = output
  const second = Math.floor(now / 1000)
  const expiry = rules[0].data.timestamp
  const start = asked.data.startTime ?? second
  if (expiry <= second) throw invalid('The permission has ended already.')
  if (start < second - clockTolerance || start >= expiry)
    throw invalid('startTime must be between now and the end.')
  if (expiry - Math.min(start, second) > longestPermission)
    throw invalid('A permission lasts at most 30 days.')
  const { allowances, targets } = readTerms(asked, BigInt(expiry - start))
  const tokens = allowances.map(({ token }) => token.toLowerCase())
  if (new Set(tokens).size !== tokens.length) throw invalid('Two allowances for one token.')
  const forbidden = targets.find(isNeverGranted)
  if (forbidden)
    throw invalid(`${forbidden.selector} of ${forbidden.target} can not be allowed to anybody.`)
  const unlimited = targets.find(
    ({ selector, target }) =>
      selector.toLowerCase() === transferSelector && !tokens.includes(target.toLowerCase()),
  )
  if (unlimited) throw invalid(`A transfer of ${unlimited.target} needs an allowance of it.`)
  const isOwnToken = allowances.some(
    ({ token }) => token !== noToken && isNeverGranted({ selector: '', target: token }),
  )
  if (isOwnToken || BigInt(to) === 0n) throw invalid('An address that no permission can name.')
  return {
    ...{ chainId, from, to, type: asked.type, allowances, targets },
    ...{
      start: BigInt(start),
      expiry: BigInt(expiry),
      calls: BigInt(asked.data.maxCalls ?? usualCalls),
    },
  }
}

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = '0xa9059cbb'

/** The types of {@link readPermissionRequest}. */
export const permissionTypes: readonly PermissionWish['type'][] = [
  ...(['native-token-periodic', 'erc20-token-periodic'] as const),
  ...(['native-token-stream', 'erc20-token-stream', 'contract-call'] as const),
]
