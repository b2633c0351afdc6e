import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Returns the account that signed a text with a prefix of its namespace: 20 bytes.
 *
 * @param parameters.prefix - `Ethereum Signed Message` or `TRON Signed Message`.
 * @param parameters.signature - `0x` and 65 bytes: r, s, v.
 * @source https://eips.ethereum.org/EIPS/eip-191; https://github.com/tronprotocol/tips/blob/master/tip-191.md
 */
export function recoverAddress({
  prefix,
  signature,
  text,
}: {
  prefix: string
  signature: string
  text: string
}): Uint8Array {
  const bytes = hexToBytes(signature.replace(/^0x/, ''))
  const v = bytes[64] ?? -1
  const recovery = v >= 27 ? v - 27 : v
  if (bytes.length !== 65 || (recovery !== 0 && recovery !== 1)) throw new Error('no signature')
  const message = utf8ToBytes(text)
  const head = utf8ToBytes(`\x19${prefix}:\n${message.length}`)
  const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(keccak_256(concatBytes(head, message)))
  return keccak_256(point.toBytes(false).subarray(1)).subarray(12)
}
