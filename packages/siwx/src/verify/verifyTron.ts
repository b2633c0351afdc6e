import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { recoverAddress } from './recoverAddress.ts'
import type { Signed } from './signed.ts'

/** Verifies the signature of `signMessageV2`. @source https://github.com/tronprotocol/tips/blob/master/tip-191.md */
export async function verifyTron({ message, signature, text }: Signed): Promise<boolean> {
  const signer = recoverAddress({ prefix: 'TRON Signed Message', signature, text })
  const address = createBase58check(sha256).encode(concatBytes(Uint8Array.of(0x41), signer))
  return address === message.address
}
