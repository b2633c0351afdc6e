import { FoyerError } from '@foyer/protocol'
import { isNeverGranted, longestPermission } from '@foyer/protocol/permissions'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as v from 'valibot'
import { typedDataDigest } from '../typed/typedData.ts'
import { type AbiValue, decodeAbi } from './decodeAbi.ts'
import { concat, fromHex, toHex } from './hex.ts'
import { abiWord } from './hexCall.ts'

/**
 * The contract that lets a signer act for an account within a grant, at this address on every network.
 *
 * @source contracts/FoyerPermissions.sol; checked by a test of the devnet
 */
export const permissionsContract = '0x5E9228Ba53Ccf4018Ee80f2265ee549425C2E8EA'

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const numberBelow = (bits: number) =>
  v.pipe(
    v.string(),
    v.regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/),
    v.transform((text) => BigInt(text)),
    v.check((value) => value < 2n ** BigInt(bits), `must be below 2^${bits}`),
  )

/** Schema of a grant as the contract knows it; numbers are `0x` text. @source contracts/FoyerPermissions.sol */
export const permissionGrant = v.strictObject({
  account: address,
  signer: address,
  /** Hash of the site's origin. */
  origin: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
  /** Seconds since 1970. */
  start: numberBelow(64),
  expiry: numberBelow(64),
  epoch: numberBelow(64),
  calls: numberBelow(32),
  salt: numberBelow(256),
  allowances: v.pipe(
    v.array(
      v.strictObject({
        token: address,
        amount: numberBelow(192),
        initial: numberBelow(192),
        max: numberBelow(192),
        period: numberBelow(64),
      }),
    ),
    v.maxLength(5),
  ),
  targets: v.pipe(
    v.array(
      v.strictObject({ target: address, selector: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{8}$/)) }),
    ),
    v.maxLength(10),
  ),
})
export type PermissionGrant = v.InferOutput<typeof permissionGrant>
export type PermissionGrantInput = v.InferInput<typeof permissionGrant>

const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
const types = {
  Grant: fields(
    'address account,address signer,bytes32 origin,uint64 start,uint64 expiry,uint64 epoch,uint32 calls,uint256 salt,Allowance[] allowances,Target[] targets',
  ),
  Allowance: fields('address token,uint192 amount,uint192 initial,uint192 max,uint64 period'),
  Target: fields('address target,bytes4 selector'),
}

/** The hash that the account's key signs, and by which a grant is revoked. */
export function grantDigest(grant: PermissionGrant, chainId: bigint): Uint8Array {
  return typedDataDigest(
    {
      types,
      primaryType: 'Grant',
      domain: {
        name: 'Foyer Permissions',
        version: '1',
        chainId: String(chainId),
        verifyingContract: permissionsContract,
      },
      message: grant,
    },
    chainId,
  )
}

/** Hash of a site's origin, in a grant. */
export const originHash = (origin: string): string =>
  toHex(keccak_256(new TextEncoder().encode(origin)))

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = '0xa9059cbb'
const noAddress = `0x${'0'.repeat(40)}`

/**
 * Refuses a grant without limits, with an end too far away, and for what no grant can allow. The contract refuses the same.
 *
 * @param options.now - ms since 1970.
 * @throws {@link FoyerError} `params-invalid`
 * @source security 3.7; T43
 */
export function checkGrant(
  { account, allowances, calls, expiry, signer, start, targets }: PermissionGrant,
  { now }: { now: number },
): void {
  const refuse = (details: string) => new FoyerError('params-invalid', { details })
  const second = BigInt(Math.floor(now / 1000))
  const latest = (start < second ? start : second) + BigInt(longestPermission)
  if (expiry <= second || expiry <= start || expiry > latest)
    throw refuse('A permission ends within 30 days.')
  if (calls === 0n) throw refuse('A permission allows a number of calls.')
  if (allowances.length === 0 && targets.length === 0) throw refuse('Nothing is allowed.')
  const tokens = allowances.map(({ token }) => token.toLowerCase())
  const isLimited = ({ amount, initial, max, period }: PermissionGrant['allowances'][number]) =>
    amount > 0n && (period > 0n ? initial === 0n && max === 0n : max > 0n && initial <= max)
  if (new Set(tokens).size !== tokens.length || !allowances.every(isLimited))
    throw refuse('Each allowance is for another token, and has a limit.')
  const own = [account, permissionsContract].map((one) => one.toLowerCase())
  if (signer.toLowerCase() === own[0] || signer === noAddress)
    throw refuse('The permission is for another account.')
  for (const { selector, target } of targets) {
    const isOwn = own.includes(target.toLowerCase())
    if (isOwn || isNeverGranted({ selector, target }))
      throw refuse(`${selector} of ${target} can not be allowed to anybody.`)
    if (selector === transferSelector && !tokens.includes(target.toLowerCase()))
      throw refuse(`A transfer of ${target} needs an allowance of it.`)
  }
  const named = tokens.filter((token) => token !== noAddress)
  if (named.some((token) => own.includes(token) || isNeverGranted({ selector: '', target: token })))
    throw refuse('An allowance names no token.')
}

const list = (items: readonly Uint8Array[]) => concat(abiWord(BigInt(items.length)), ...items)

/** Encodes what the signer brings to the contract: the grant and its signature of 65 bytes. @source ERC-7710 "permission context" */
export function encodeGrant(grant: PermissionGrant, signature: string): string {
  const { account, calls, epoch, expiry, origin, salt, signer, start } = grant
  const allowances = list(
    grant.allowances.map(({ amount, initial, max, period, token }) =>
      concat(abiWord(token), abiWord(amount), abiWord(initial), abiWord(max), abiWord(period)),
    ),
  )
  const targets = list(
    grant.targets.map(({ selector, target }) =>
      concat(abiWord(target), fromHex(selector.padEnd(66, '0'))),
    ),
  )
  const head = 32n * 10n
  const body = concat(
    ...[abiWord(account), abiWord(signer), abiWord(origin), abiWord(start), abiWord(expiry)],
    ...[abiWord(epoch), abiWord(calls), abiWord(salt), abiWord(head)],
    ...[abiWord(head + BigInt(allowances.length)), allowances, targets],
  )
  const bytes = fromHex(signature)
  const rest = new Uint8Array((32 - (bytes.length % 32)) % 32)
  return toHex(
    concat(
      ...[abiWord(64n), abiWord(64n + BigInt(body.length)), body],
      ...[abiWord(BigInt(bytes.length)), bytes, rest],
    ),
  )
}

const contextTypes =
  '(address,address,bytes32,uint64,uint64,uint64,uint32,uint256,(address,uint192,uint192,uint192,uint64)[],(address,bytes4)[]),bytes'

/** Reads a context of {@link encodeGrant}; undefined if it is none. The signature is not checked. */
export function decodeGrant(
  context: string,
): { grant: PermissionGrant; signature: string } | undefined {
  const decoded = decodeAbi(contextTypes, fromHex(context))
  if (!decoded) return undefined
  const [grant, signature] = decoded as [AbiValue[], Uint8Array]
  const [account, signer, origin, start, expiry, epoch, calls, salt, allowances, targets] =
    grant as [
      string,
      string,
      Uint8Array,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      AbiValue[][],
      AbiValue[][],
    ]
  return {
    grant: {
      ...{ account, signer, origin: toHex(origin), start, expiry, epoch, calls, salt },
      allowances: allowances.map((one) => {
        const [token, amount, initial, max, period] = one as [
          string,
          bigint,
          bigint,
          bigint,
          bigint,
        ]
        return { token, amount, initial, max, period }
      }),
      targets: targets.map((one) => {
        const [target, selector] = one as [string, Uint8Array]
        return { target, selector: toHex(selector) }
      }),
    },
    signature: toHex(signature),
  }
}

/** `redeemDelegations(bytes[],bytes32[],bytes[])`. @source ERC-7710 */
const redeemSelector = '0xcef6d209'

/** Reads the contexts that a call brings to the contract; empty for any other call. */
export function readRedeemed({
  data,
  to,
}: {
  to: string | undefined
  data: string
}): readonly string[] {
  if (to?.toLowerCase() !== permissionsContract.toLowerCase()) return []
  if (!data.toLowerCase().startsWith(redeemSelector)) return []
  const decoded = decodeAbi('bytes[],bytes32[],bytes[]', fromHex(data).subarray(4))
  return (decoded?.[0] as Uint8Array[] | undefined)?.map((bytes) => toHex(bytes)) ?? []
}

/** Encodes the account's call that ends a grant for good, by its digest. */
export const encodeRevoke = (digest: string): string =>
  toHex(concat(fromHex(revokeSelector), fromHex(digest)))

/** `revoke(bytes32)` of the contract. */
export const revokeSelector = '0xb75c7dc6'
