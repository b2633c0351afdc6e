import { concat, type Hex, pad, toHex } from 'viem'
import type { Chain } from '../chains/chain.ts'

/** An operation with everything that costs money. */
export type FullOperation = {
  readonly sender: Hex
  readonly nonce: bigint
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymasterVerificationGasLimit: bigint
  readonly paymasterPostOpGasLimit: bigint
  /** The account gets its code with it. */
  readonly upgrades: boolean
}

/** Gas for the paymaster's look at its own signature; it does nothing afterwards. */
export const paymasterVerificationGas = 100_000n

/** Most that the EntryPoint takes from the deposit, in gas. */
export const gasOf = (operation: FullOperation): bigint =>
  operation.callGasLimit +
  operation.verificationGasLimit +
  operation.preVerificationGas +
  operation.paymasterVerificationGasLimit +
  operation.paymasterPostOpGasLimit

/** Two numbers of 16 bytes. @source https://eips.ethereum.org/EIPS/eip-4337 "PackedUserOperation" */
const pack = (high: bigint, low: bigint): Hex =>
  concat([toHex(high, { size: 16 }), toHex(low, { size: 16 })])

/** The typed data of a promise to pay. @source @openzeppelin/contracts PaymasterSigner */
export const operationTypedData = (
  operation: FullOperation,
  { chain, paymaster, validUntil }: { chain: number; paymaster: Hex; validUntil: number },
) =>
  ({
    domain: { name: 'Foyer Paymaster', version: '1', chainId: chain, verifyingContract: paymaster },
    types: {
      UserOperationRequest: [
        { name: 'sender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'initCode', type: 'bytes' },
        { name: 'callData', type: 'bytes' },
        { name: 'accountGasLimits', type: 'bytes32' },
        { name: 'preVerificationGas', type: 'uint256' },
        { name: 'gasFees', type: 'bytes32' },
        { name: 'paymasterVerificationGasLimit', type: 'uint256' },
        { name: 'paymasterPostOpGasLimit', type: 'uint256' },
        { name: 'validAfter', type: 'uint48' },
        { name: 'validUntil', type: 'uint48' },
      ],
    },
    primaryType: 'UserOperationRequest',
    message: {
      ...{ sender: operation.sender, nonce: operation.nonce, callData: operation.callData },
      initCode: operation.upgrades ? upgradeCode : '0x',
      accountGasLimits: pack(operation.verificationGasLimit, operation.callGasLimit),
      preVerificationGas: operation.preVerificationGas,
      gasFees: pack(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit,
      ...{ validAfter: 0, validUntil },
    },
  }) as const

/** `initCode` of an operation that carries an authorization. @source https://eips.ethereum.org/EIPS/eip-7769 */
const upgradeCode = pad('0x7702', { dir: 'right', size: 20 })

/** Signs that the paymaster pays for an operation until a moment (seconds since 1970). Equal parts give equal bytes. */
export async function signOperation(
  { number, paymaster, paymasterSigner }: Chain & { paymaster: Hex },
  operation: FullOperation,
  validUntil: number,
): Promise<Hex> {
  if (paymasterSigner === undefined) throw new Error('The key of the paymaster is not configured')
  const typedData = operationTypedData(operation, { chain: number, paymaster, validUntil })
  const signature = await paymasterSigner.signTypedData(typedData)
  return writePaymasterData(validUntil, signature)
}

/** `paymasterData`: first and last valid second, and the signature. */
export const writePaymasterData = (validUntil: number, signature: Hex): Hex =>
  concat([toHex(0, { size: 6 }), toHex(validUntil, { size: 6 }), signature])
