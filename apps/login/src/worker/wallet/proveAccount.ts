import { accountProofMessage, encodeBase64Url } from '@foyer/protocol/custody'
import type { Arena } from '../keys/arena.ts'
import { hmacSha512 } from '../keys/hmacSha512.ts'
import { ed25519PublicKey, signEd25519 } from '../keys/signEd25519.ts'

const label = new TextEncoder().encode('foyer1:account')

/** Proves a wallet to the login server: signs its challenge with a key derived from the secret, which is used for nothing else. */
export async function proveAccount(
  arena: Arena,
  { challenge, jkt, secret }: { secret: Uint8Array; challenge: string; jkt: string },
): Promise<{ challenge: string; account: string; signature: string }> {
  const seed = hmacSha512(arena, label, secret).subarray(0, 32)
  const message = accountProofMessage({ challenge, jkt })
  return {
    challenge,
    account: encodeBase64Url(Uint8Array.from(ed25519PublicKey(seed))),
    signature: encodeBase64Url(Uint8Array.from(await signEd25519(arena, { message, seed }))),
  }
}
