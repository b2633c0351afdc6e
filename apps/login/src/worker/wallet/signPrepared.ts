import type { Addresses } from '../keys/addressesOf.ts'
import { signEd25519 } from '../keys/signEd25519.ts'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import { walletKeys } from '../keys/walletKeys.ts'
import type { PreparedRequest } from '../signer.ts'
import { openOwnWallet } from './openOwnWallet.ts'
import type { Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/** Assembles the key, signs the prepared request, and wipes the key. @throws {@link FoyerError} as `openOwnWallet` does */
export async function signPrepared(
  context: WalletContext,
  {
    prepared,
    ...given
  }: { prepared: PreparedRequest; rid: string; shown: Addresses; factor?: Factor | undefined },
): Promise<unknown> {
  return openOwnWallet(context, { ...given, purpose: 'sign' }, async (arena, secret) => {
    const { evm, sol } = walletKeys(arena, secret)
    return prepared.sign({
      evm: (digest) => signSecp256k1(digest, evm()),
      sol: (message) => signEd25519(arena, { message, seed: sol() }),
    })
  })
}
