import { entropySeed } from '../keys/addressesOf.ts'
import { deriveEd25519, solanaPath } from '../keys/deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from '../keys/deriveSecp256k1.ts'
import { signEd25519 } from '../keys/signEd25519.ts'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import type { PreparedRequest } from '../preparedRequest.ts'
import { type OwnWallet, openWallet } from './openWallet.ts'
import type { WalletContext } from './walletContext.ts'

/** Assembles the key, signs the prepared request, and wipes the key. @throws {@link FoyerError} as `openWallet` does */
export async function signPrepared(
  context: WalletContext,
  { own, prepared, rid }: { own: OwnWallet; prepared: PreparedRequest; rid: string },
): Promise<unknown> {
  return openWallet(context, { own, purpose: 'sign', rid }, async (arena, entropy) => {
    const seed = entropySeed(arena, entropy)
    return prepared.sign({
      evm: (digest) => signSecp256k1(digest, deriveSecp256k1(arena, { seed, path: evmPath })),
      sol: (message) =>
        signEd25519(arena, { message, seed: deriveEd25519(arena, { seed, path: solanaPath }) }),
    })
  })
}
