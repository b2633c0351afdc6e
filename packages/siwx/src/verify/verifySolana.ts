import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { Signed } from './signed.ts'

/** Verifies a base58 ed25519 signature of the text's bytes. @source https://github.com/phantom/sign-in-with-solana */
export async function verifySolana({ message, signature, text }: Signed): Promise<boolean> {
  // Strict: no key of small order, with which a signature fits any text.
  return ed25519.verify(
    base58.decode(signature),
    utf8ToBytes(text),
    base58.decode(message.address),
    { zip215: false },
  )
}
