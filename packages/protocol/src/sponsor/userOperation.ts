import * as v from 'valibot'
import { evmAddress } from '../x402/requirements.ts'
import { hex, quantity, word } from './hexFields.ts'

const gas = quantity(128)

/** An authorization as bundlers are sent it. @source https://eips.ethereum.org/EIPS/eip-7769 */
const eip7702Auth = v.object({
  chainId: quantity(64),
  nonce: quantity(53),
  address: evmAddress,
  yParity: v.pipe(quantity(1), v.transform(Number)),
  r: word,
  s: word,
})

/**
 * An operation of a smart account (ERC-4337, EntryPoint 0.7 and newer), not signed. Gas and prices are missing while they are
 * estimated. Other fields are ignored.
 */
export const userOperation = v.object({
  sender: evmAddress,
  nonce: quantity(256),
  callData: hex(40_000),
  callGasLimit: v.optional(gas),
  verificationGasLimit: v.optional(gas),
  preVerificationGas: v.optional(gas),
  maxFeePerGas: v.optional(gas),
  maxPriorityFeePerGas: v.optional(gas),
  paymasterVerificationGasLimit: v.nullish(gas),
  paymasterPostOpGasLimit: v.nullish(gas),
  /** `0x7702`: the account gets its code with this operation. Any other one is foreign code. */
  factory: v.nullish(hex(20)),
  factoryData: v.nullish(hex(0)),
  eip7702Auth: v.nullish(eip7702Auth),
})
export type UserOperation = v.InferOutput<typeof userOperation>
