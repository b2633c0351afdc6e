import { concat, fromHex, type TransactionRequest, toHex } from '@foyer/decode/internal'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmSignature } from '../keys/signSecp256k1.ts'
import { encodeQuantity, encodeRlp, type Rlp } from './rlp.ts'
import { signatureNumbers, transactionFields } from './transaction.ts'

/** The permission that code at `address` runs as the account; the zero address removes it. @source EIP-7702 */
export type Authorization = { chainId: bigint; address: string; nonce: bigint }

const authorizationFields = ({ address, chainId, nonce }: Authorization): Rlp[] => [
  encodeQuantity(chainId),
  fromHex(address),
  encodeQuantity(nonce),
]

/** Computes the 32-byte digest to sign. @source EIP-7702 "MAGIC" */
export function authorizationDigest(authorization: Authorization): Uint8Array {
  return keccak_256(concat(Uint8Array.of(5), encodeRlp(authorizationFields(authorization))))
}

function fields(
  transaction: TransactionRequest,
  authorization: Authorization,
  { r, s, yParity }: EvmSignature,
): Rlp[] {
  const signed = [
    ...authorizationFields(authorization),
    ...[encodeQuantity(BigInt(yParity)), ...signatureNumbers({ r, s })],
  ]
  return [...transactionFields(transaction), [signed]]
}

/** Signs a transaction that carries an authorization (type 4), for `eth_sendRawTransaction`: hex `0x…`. */
export function signAuthorizingTransaction(
  transaction: TransactionRequest,
  {
    authorization,
    sign,
  }: { authorization: Authorization; sign: (digest: Uint8Array) => EvmSignature },
): string {
  const unsigned = fields(transaction, authorization, sign(authorizationDigest(authorization)))
  const type = Uint8Array.of(4)
  const { r, s, yParity } = sign(keccak_256(concat(type, encodeRlp(unsigned))))
  const signature = [encodeQuantity(BigInt(yParity)), ...signatureNumbers({ r, s })]
  return toHex(concat(type, encodeRlp([...unsigned, ...signature])))
}
