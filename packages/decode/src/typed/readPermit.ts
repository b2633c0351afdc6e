import { contractRole } from '../evm/knownContracts.ts'
import type { TypedData } from './typedData.ts'
import { read, shapeOf } from './typedShape.ts'

/** The rights that a permit signature grants. Times are in seconds since 1970. */
export type Permit = {
  protocol: 'ERC-2612' | 'DAI' | 'Permit2' | 'ERC-3009' | 'ERC-4494' | 'x402'
  /** `spending`: an allowance up to the amount. `transfer`: one transfer of the exact amount. */
  way: 'spending' | 'transfer'
  owner: string | undefined
  spender: string
  grants: readonly { token: string; amount: bigint; tokenId?: bigint; expires?: bigint }[]
  /** Expiry of the signature. */
  deadline: bigint
  /** True when it signs additional data of another contract (Permit2's `witness`). */
  witness: boolean
}

const all = 2n ** 256n - 1n

/** @source ERC-2612 */
const erc2612 = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
/** @source https://github.com/makerdao/dss/blob/master/src/dai.sol */
const dai = 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed'
/** @source ERC-4494 */
const nft = 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline'
/** @source ERC-3009 */
const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
/**
 * The contract of x402 payments: it moves what Permit2 lets it to the receiver in the signed witness only. At one address on
 * every chain, which follows from its code.
 * @source https://github.com/x402-foundation/x402/blob/main/specs/schemes/exact/scheme_exact_evm.md
 */
const paymentProxy = '0x402085c248eea27d92e8b30b2c58ed07f9e20001'
const paymentWitness = 'address to,uint256 validAfter'

/** @source https://github.com/Uniswap/permit2/blob/main/src/libraries/PermitHash.sol */
const permit2 = {
  details: 'address token,uint160 amount,uint48 expiration,uint48 nonce',
  permissions: 'address token,uint256 amount',
  single: 'PermitDetails details,address spender,uint256 sigDeadline',
  batch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
  transfer: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
  transfers: 'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline',
}

function ofToken(
  { domain, message }: TypedData,
  shape: string,
  primary: string,
): Permit | undefined {
  const token = read.address(domain.verifyingContract)
  const spender = read.address(message.spender)
  const common = { way: 'spending', spender, witness: false } as const
  if (primary === 'Permit' && shape === erc2612)
    return {
      ...common,
      protocol: 'ERC-2612',
      owner: read.address(message.owner),
      grants: [{ token, amount: read.number(message.value) }],
      deadline: read.number(message.deadline),
    }
  if (primary === 'Permit' && shape === dai) {
    const expiry = read.number(message.expiry)
    return {
      ...common,
      protocol: 'DAI',
      owner: read.address(message.holder),
      grants: [{ token, amount: message.allowed === true ? all : 0n }],
      // DAI: an expiry of 0 means none.
      deadline: expiry === 0n ? all : expiry,
    }
  }
  if (primary === 'Permit' && shape === nft)
    return {
      ...common,
      protocol: 'ERC-4494',
      owner: undefined,
      grants: [{ token, amount: 1n, tokenId: read.number(message.tokenId) }],
      deadline: read.number(message.deadline),
    }
  if (/^(?:Transfer|Receive)WithAuthorization$/.test(primary) && shape === authorization)
    return {
      protocol: 'ERC-3009',
      way: 'transfer',
      owner: read.address(message.from),
      spender: read.address(message.to),
      grants: [{ token, amount: read.number(message.value) }],
      deadline: read.number(message.validBefore),
      witness: false,
    }
  return undefined
}

function ofPermit2(data: TypedData, shape: string, primary: string): Permit | undefined {
  const { message } = data
  const spender = read.address(message.spender)
  const detailsMatch = shapeOf(data, 'PermitDetails') === permit2.details
  const permissionsMatch = shapeOf(data, 'TokenPermissions') === permit2.permissions
  const single = primary === 'PermitSingle' && shape === permit2.single
  if (detailsMatch && (single || (primary === 'PermitBatch' && shape === permit2.batch))) {
    const details = single ? [read.record(message.details)] : read.list(message.details)
    return {
      protocol: 'Permit2',
      way: 'spending',
      owner: undefined,
      spender,
      grants: details.map(({ token, amount, expiration }) => ({
        token: read.address(token),
        amount: read.number(amount),
        expires: read.number(expiration),
      })),
      deadline: read.number(message.sigDeadline),
      witness: false,
    }
  }
  const batch = shape.startsWith(permit2.transfers)
  const base = batch ? permit2.transfers : permit2.transfer
  const name = batch ? 'Permit(?:Batch)' : 'Permit'
  const plain = shape === base && new RegExp(`^${name}TransferFrom$`).test(primary)
  const witness =
    shape.startsWith(`${base},`) && new RegExp(`^${name}WitnessTransferFrom$`).test(primary)
  if (!permissionsMatch || !(plain || witness)) return undefined
  const permitted = batch ? read.list(message.permitted) : [read.record(message.permitted)]
  const isPayment =
    primary === 'PermitWitnessTransferFrom' &&
    spender === paymentProxy &&
    shape === `${permit2.transfer},Witness witness` &&
    shapeOf(data, 'Witness') === paymentWitness
  const receiver = isPayment ? read.address(read.record(message.witness).to) : undefined
  return {
    ...(receiver === undefined
      ? ({ protocol: 'Permit2', spender } as const)
      : ({ protocol: 'x402', spender: receiver } as const)),
    way: 'transfer',
    owner: undefined,
    grants: permitted.map(({ token, amount }) => ({
      token: read.address(token),
      amount: read.number(amount),
    })),
    deadline: read.number(message.deadline),
    witness: witness && !isPayment,
  }
}

/**
 * Parses a permit, which allows another account to take tokens. Only the exact types match: with any other field the
 * contracts would compute another hash.
 * @returns Undefined for other data.
 */
export function readPermit(data: TypedData): Permit | undefined {
  const shape = shapeOf(data, data.primaryType)
  const contract = data.domain.verifyingContract
  if (contract === undefined) return undefined
  return contractRole(read.address(contract)) === 'permit2'
    ? ofPermit2(data, shape, data.primaryType)
    : ofToken(data, shape, data.primaryType)
}
