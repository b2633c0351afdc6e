import { concat, fromHex, type TransactionRequest, toHex } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmSignature } from '../keys/signSecp256k1.ts'
import { encodeQuantity, encodeRlp, type Rlp } from './rlp.ts'

/** The fields of a transaction before its signature; those of type 4 begin like those of type 2. */
export function transactionFields(transaction: TransactionRequest): Rlp[] {
  const { chainId, nonce, gas, to, value, data: input } = transaction
  const target = to === undefined ? new Uint8Array(0) : fromHex(to)
  const tail = [encodeQuantity(gas), target, encodeQuantity(value), fromHex(input)]
  if (transaction.type === '0x0')
    return [encodeQuantity(nonce), encodeQuantity(transaction.gasPrice), ...tail]
  return [
    encodeQuantity(chainId),
    encodeQuantity(nonce),
    encodeQuantity(transaction.maxPriorityFeePerGas),
    encodeQuantity(transaction.maxFeePerGas),
    ...tail,
    transaction.accessList.map((entry) => [
      fromHex(entry.address),
      entry.storageKeys.map((key) => fromHex(key)),
    ]),
  ]
}

/** Computes the 32-byte digest to sign. @throws FoyerError `params-invalid` without a chain id @source EIP-155; EIP-1559 */
export function transactionDigest(transaction: TransactionRequest): Uint8Array {
  if (transaction.type === '0x2')
    return keccak_256(concat(Uint8Array.of(2), encodeRlp(transactionFields(transaction))))
  // Without a chain id the signature would be valid on every network.
  if (transaction.chainId === 0n)
    throw new FoyerError('params-invalid', { details: 'A transaction names its network.' })
  const replay = [encodeQuantity(transaction.chainId), new Uint8Array(0), new Uint8Array(0)]
  return keccak_256(encodeRlp([...transactionFields(transaction), ...replay]))
}

function trim(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start === -1 ? new Uint8Array(0) : bytes.subarray(start)
}

/** The numbers of a signature, without leading zeros. */
export const signatureNumbers = ({ r, s }: Pick<EvmSignature, 'r' | 's'>) => [trim(r), trim(s)]

/** Encodes the signed transaction for `eth_sendRawTransaction`, as hex `0x…`. */
export function signedTransaction(
  transaction: TransactionRequest,
  { r, s, yParity }: EvmSignature,
): string {
  const numbers = signatureNumbers({ r, s })
  if (transaction.type === '0x0') {
    const recovery = encodeQuantity(transaction.chainId * 2n + 35n + BigInt(yParity))
    return toHex(encodeRlp([...transactionFields(transaction), recovery, ...numbers]))
  }
  const all = [...transactionFields(transaction), encodeQuantity(BigInt(yParity)), ...numbers]
  return toHex(concat(Uint8Array.of(2), encodeRlp(all)))
}
