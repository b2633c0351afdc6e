import { type Address, type Hex, maxUint160 } from 'viem'
import {
  decodeFunctionResult,
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  recoverTypedDataAddress,
} from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, parseHex } from '../rpc/ethCall.ts'
import { convertError } from './convertError.ts'
import type { SignedPermit, SwapAsset } from './swapSource.ts'

/**
 * Permit2 lets contracts spend tokens by a signature, for a while only. It has this address on every chain; clients
 * write its messages for no other one.
 * @source https://docs.uniswap.org/contracts/v4/deployments
 */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** @source https://github.com/Uniswap/permit2 IAllowanceTransfer */
const abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** The message of an allowance. @source https://github.com/Uniswap/permit2 PermitHash.sol */
export const permit2Types = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

type Allowance = { readonly token: SwapAsset; readonly user: Address; readonly spender: Address }

/** Reads the nonce of the next signature, and whether the account can sign: one with code is asked by Permit2 itself. */
export async function readPermit2(
  rpc: ChainRpc,
  { spender, token, user }: Allowance,
): Promise<{ nonce: bigint; isKey: boolean }> {
  const chain = token.chain as EvmChain
  const args = [user, token.address as Address, spender] as const
  const data = encodeFunctionData({ abi, functionName: 'allowance', args })
  const [[answer], [code]] = await Promise.all([
    ethCall(rpc, chain, [{ to: permit2Address, data }]),
    rpc.send(chain, [{ method: 'eth_getCode', params: JSON.stringify([user, 'latest']) }]),
  ])
  if (answer?.length !== 2 + 3 * 64) throw convertError('permit-unsupported')
  const [, , nonce] = decodeFunctionResult({ abi, functionName: 'allowance', data: answer })
  return { nonce: BigInt(nonce), isKey: parseHex(chain, code) === '0x' }
}

/** Checks that the user lets the spender use exactly the amount, until the deadline. @throws HttpError 400 `permit-invalid`, `permit-unsupported` */
export async function verifyPermit2(
  rpc: ChainRpc,
  {
    amount,
    now,
    permit: { deadline, signature },
    ...allowance
  }: Allowance & { amount: bigint; now: number; permit: SignedPermit },
): Promise<void> {
  const { spender, token, user } = allowance
  const { isKey, nonce } = await readPermit2(rpc, allowance)
  if (!isKey) throw convertError('permit-unsupported')
  // The allowance ends with the signature: its moment has 48 bits.
  const isShort = deadline < 2n ** 48n && deadline * 1000n > BigInt(now)
  if (!isShort || amount > maxUint160) throw convertError('permit-invalid')
  const details = {
    ...{ token: token.address as Address, amount },
    ...{ expiration: Number(deadline), nonce: Number(nonce) },
  }
  const chainId = Number(token.chain.caipId.slice('eip155:'.length))
  const signer = await recoverTypedDataAddress({
    domain: { name: 'Permit2', chainId, verifyingContract: permit2Address },
    ...{ types: permit2Types, primaryType: 'PermitSingle', signature },
    message: { details, spender, sigDeadline: deadline },
  }).catch(() => undefined)
  if (signer === undefined || !isAddressEqual(signer, user)) throw convertError('permit-invalid')
}

/** The call that gives the same allowance without a signature. */
export const approveByPermit2 = ({
  amount,
  deadline,
  spender,
  token,
}: {
  amount: bigint
  deadline: bigint
  spender: Address
  token: Address
}): { to: Address; data: Hex } => ({
  to: permit2Address,
  data: encodeFunctionData({
    abi,
    functionName: 'approve',
    args: [token, spender, amount, Number(deadline)],
  }),
})
