import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Together } from '../signRequest.ts'
import { typedDataDigest } from '../typed/typedData.ts'
import { concat, fromHex, toHex } from './hex.ts'
import { abiWord } from './hexCall.ts'

/** A call of a smart account; `value` and `data` are `0x` text. */
export type OwnCall = { to: string; value: string; data: string }

/** The account of a user on one network. */
export type OwnAccount = { account: string; chainId: bigint }

/** Name and version of the account's code, to which its signatures are bound. @source contracts/FoyerAccount.sol */
export const accountDomain = ({ account, chainId }: OwnAccount) => ({
  name: 'Foyer Account',
  version: '1',
  chainId: String(chainId),
  verifyingContract: account,
})

/** `execute(bytes32,bytes)`. @source ERC-7821 */
const executeSelector = '0xe9ae5c53'
/** A batch of which all calls or none happen. */
const batchMode = `0x01${'0'.repeat(62)}`
/** The same with data for the account: a signature. */
const signedMode = `0x01000000000078210001${'0'.repeat(44)}`

const text = (value: string) => new TextEncoder().encode(value)

/** `bytes`: their length, and the bytes filled up to whole words. */
function abiBytes(bytes: Uint8Array): Uint8Array {
  const rest = (32 - (bytes.length % 32)) % 32
  return concat(abiWord(BigInt(bytes.length)), bytes, new Uint8Array(rest))
}

/** `(address,uint256,bytes)[]` without the offset at which it starts. */
function abiCalls(calls: readonly OwnCall[]): Uint8Array {
  const items = calls.map(({ data, to, value }) =>
    concat(abiWord(to), abiWord(BigInt(value)), abiWord(96n), abiBytes(fromHex(data))),
  )
  let at = 32n * BigInt(items.length)
  const offsets = items.map((item) => {
    const offset = abiWord(at)
    at += BigInt(item.length)
    return offset
  })
  return concat(abiWord(BigInt(items.length)), ...offsets, ...items)
}

/** Encodes what the account sends to itself to make calls, all or none. */
export function encodeExecute(calls: readonly OwnCall[]): string {
  const batch = concat(abiWord(32n), abiCalls(calls))
  return toHex(concat(fromHex(executeSelector), fromHex(batchMode), abiWord(64n), abiBytes(batch)))
}

/** Encodes the call by which anyone makes the calls that the account's key has signed. */
export function encodeSignedExecute(
  calls: readonly OwnCall[],
  { deadline, nonce, signature }: { deadline: bigint; nonce: bigint; signature: string },
): string {
  const list = abiCalls(calls)
  const opData = concat(
    ...[abiWord(nonce), abiWord(deadline), abiWord(96n), abiBytes(fromHex(signature))],
  )
  const batch = concat(...[abiWord(64n), abiWord(BigInt(64 + list.length)), list, abiBytes(opData)])
  return toHex(concat(fromHex(executeSelector), fromHex(signedMode), abiWord(64n), abiBytes(batch)))
}

/** The digest by which the account's key allows anyone to make these calls, once and until `deadline`, seconds since 1970. */
export function executeDigest(
  calls: readonly OwnCall[],
  { deadline, nonce, ...own }: OwnAccount & { deadline: bigint; nonce: bigint },
): Uint8Array {
  return typedDataDigest(
    {
      types: {
        Execute: [
          { name: 'calls', type: 'Call[]' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        Call: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
      primaryType: 'Execute',
      domain: accountDomain(own),
      message: { calls, nonce, deadline },
    },
    own.chainId,
  )
}

/** EntryPoint 0.8, the only one that the account's code listens to. @source contracts/FoyerAccount.sol; ERC-4337 */
export const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** An operation of ERC-4337 without its calls. `validUntil` is its last valid second since 1970. */
export type Operation = Omit<Extract<Together, { by: 'operation' }>, 'by' | 'upgrade'>

/** Two numbers of 16 bytes. */
const halves = (high: bigint, low: bigint) => abiWord((high << 128n) | low)

/**
 * The digest by which the account's key signs an operation that makes these calls, together with its end. It has a paymaster: the
 * account pays nothing.
 * @source contracts/FoyerAccount.sol
 */
export function operationDigest(
  calls: readonly OwnCall[],
  operation: OwnAccount & Operation,
): Uint8Array {
  const { validUntil } = operation
  return typedDataDigest(
    {
      types: {
        Operation: [
          { name: 'userOpHash', type: 'bytes32' },
          { name: 'validUntil', type: 'uint48' },
        ],
      },
      primaryType: 'Operation',
      domain: accountDomain(operation),
      message: { userOpHash: toHex(operationHash(calls, operation)), validUntil },
    },
    operation.chainId,
  )
}

/** The signature of an operation: its end, as 6 bytes, and the key's signature of {@link operationDigest}. */
export const encodeOperationSignature = (signature: string, { validUntil }: Operation): string =>
  toHex(concat(abiWord(validUntil).subarray(26), fromHex(signature)))

/** @source https://eips.ethereum.org/EIPS/eip-4337 "PackedUserOperation", EntryPoint 0.8 */
function operationHash(
  calls: readonly OwnCall[],
  { account, chainId, ...operation }: OwnAccount & Operation,
): Uint8Array {
  const { paymasterPostOpGasLimit: postGas, paymasterVerificationGasLimit: verificationGas } =
    operation
  return typedDataDigest(
    {
      types: {
        PackedUserOperation: [
          { name: 'sender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'initCode', type: 'bytes' },
          { name: 'callData', type: 'bytes' },
          { name: 'accountGasLimits', type: 'bytes32' },
          { name: 'preVerificationGas', type: 'uint256' },
          { name: 'gasFees', type: 'bytes32' },
          { name: 'paymasterAndData', type: 'bytes' },
        ],
      },
      primaryType: 'PackedUserOperation',
      domain: {
        ...{ name: 'ERC4337', version: '1', chainId: String(chainId) },
        verifyingContract: entryPoint,
      },
      message: {
        ...{ sender: account, nonce: operation.nonce, initCode: '0x' },
        callData: encodeExecute(calls),
        accountGasLimits: toHex(halves(operation.verificationGasLimit, operation.callGasLimit)),
        preVerificationGas: operation.preVerificationGas,
        gasFees: toHex(halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas)),
        paymasterAndData: toHex(
          concat(
            ...[fromHex(operation.paymaster), halves(verificationGas, postGas)],
            fromHex(operation.paymasterData),
          ),
        ),
      },
    },
    chainId,
  )
}

const domainType =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/**
 * Nests the digest of a message, so that its signature counts for this smart account on this chain alone.
 *
 * @param digest - That of `personal_sign`. @source ERC-7739 "PersonalSign"; T38
 */
export function nestMessage(digest: Uint8Array, own: OwnAccount): Uint8Array {
  const { name, verifyingContract, version } = accountDomain(own)
  const separator = keccak_256(
    concat(
      ...[keccak_256(text(domainType)), keccak_256(text(name)), keccak_256(text(version))],
      ...[abiWord(own.chainId), abiWord(verifyingContract)],
    ),
  )
  const contents = keccak_256(concat(keccak_256(text('PersonalSign(bytes prefixed)')), digest))
  return keccak_256(concat(Uint8Array.of(0x19, 1), separator, contents))
}
