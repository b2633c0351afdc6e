import type { SwapPermit } from '@foyer/protocol/api'
import { type Address, domainSeparator, type Hex } from 'viem'
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
import { deadlineAt, type SignedPermit, type SwapAsset } from './swapSource.ts'

const abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
])

/** keccak-256 of the Permit type. @source https://eips.ethereum.org/EIPS/eip-2612 */
export const permitTypeHash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Versions of tokens that do not tell theirs. @source https://github.com/OpenZeppelin/openzeppelin-contracts ERC20Permit.sol */
const usualVersions = ['1', '2']

/** Longer texts are none that anyone should sign; protocol has the same bounds. */
const maxNameBytes = 256
const maxVersionBytes = 32

type Allowance = { readonly token: SwapAsset; readonly user: Address }

/** Allowances by signature (ERC-2612), for accounts with a key and tokens whose domain is known for sure. */
export type Permits = {
  /** @returns what the user may sign; undefined if the token or the account can not */
  get(allowance: Allowance): Promise<SwapPermit | undefined>
  /** @throws HttpError 400 `permit-unsupported`, `permit-invalid` */
  verify(
    allowance: Allowance & { amount: bigint; spender: Address; permit: SignedPermit },
  ): Promise<void>
}

/** Creates the part that reads what is needed for a signed allowance, and checks one. */
export function createPermits({ now, rpc }: { now: () => number; rpc: ChainRpc }): Permits {
  const read = async ({ token, user }: Allowance) => {
    const chain = token.chain as EvmChain
    const address = token.address as Address
    const call = (data: Hex) => ({ to: address, data })
    const [[separator, typeHash, nonce, name, version], [code]] = await Promise.all([
      ethCall(rpc, chain, [
        call(encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' })),
        call(encodeFunctionData({ abi, functionName: 'PERMIT_TYPEHASH' })),
        call(encodeFunctionData({ abi, functionName: 'nonces', args: [user] })),
        call(encodeFunctionData({ abi, functionName: 'name' })),
        call(encodeFunctionData({ abi, functionName: 'version' })),
      ]),
      rpc.send(chain, [{ method: 'eth_getCode', params: JSON.stringify([user, 'latest']) }]),
    ])
    // Tokens ask an account with code, not its key, whether a signature is its own.
    if (parseHex(chain, code) !== '0x') return undefined
    if (!isWord(separator) || !isWord(nonce)) return undefined
    // DAI's older kind has another type of message.
    if (isWord(typeHash) && typeHash !== permitTypeHash) return undefined
    const called = readText('name', name)
    if (called === undefined) return undefined
    const told = readText('version', version)
    const chainId = Number(chain.caipId.slice('eip155:'.length))
    const domain = [...(told === undefined ? usualVersions : [told]), undefined]
      .map((one) => ({
        ...{ name: called, chainId, verifyingContract: address },
        ...(one !== undefined && { version: one }),
      }))
      .find((one) => domainSeparator({ domain: one }) === separator)
    return domain && { domain, nonce: BigInt(nonce) }
  }
  return {
    async get(allowance) {
      const found = await read(allowance)
      if (found === undefined) return undefined
      const { name, version } = found.domain
      return {
        name,
        ...(version !== undefined && { version }),
        ...{ nonce: String(found.nonce), deadline: String(deadlineAt(now())) },
      }
    },
    async verify({ amount, permit: { deadline, signature }, spender, ...allowance }) {
      const found = await read(allowance)
      if (found === undefined) throw convertError('permit-unsupported')
      if (deadline * 1000n <= BigInt(now())) throw convertError('permit-invalid')
      const { domain, nonce } = found
      const { user } = allowance
      const message = { owner: user, spender, value: amount, nonce, deadline }
      const signer = await recoverTypedDataAddress({
        ...{ domain, types, primaryType: 'Permit', message, signature },
      }).catch(() => undefined)
      if (signer === undefined || !isAddressEqual(signer, user))
        throw convertError('permit-invalid')
    },
  }
}

const isWord = (answer: Hex | undefined): answer is Hex => answer?.length === 66

/** @returns undefined for anything but a short text */
function readText(functionName: 'name' | 'version', data: Hex | undefined): string | undefined {
  const most = functionName === 'name' ? maxNameBytes : maxVersionBytes
  if (data === undefined || data.length < 130 || data.length > 1024) return undefined
  try {
    const text = decodeFunctionResult({ abi, functionName, data })
    return Buffer.byteLength(text) <= most ? text : undefined
  } catch {
    // Some early tokens answer with bytes32.
    return undefined
  }
}
