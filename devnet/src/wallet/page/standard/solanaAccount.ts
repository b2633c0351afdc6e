import { base58 } from '@scure/base'
import type { IdentifierArray, WalletAccount } from '@wallet-standard/base'
import { ReadonlyWalletAccount } from '@wallet-standard/wallet'

/**
 * Creates the account object for sites.
 *
 * @param features The wallet's features that need an account.
 */
export function solanaAccount(
  { address, name }: { address: string; name: string },
  { chains, features }: { chains: IdentifierArray; features: IdentifierArray },
): WalletAccount {
  return new ReadonlyWalletAccount({
    address,
    publicKey: base58.decode(address),
    chains,
    features,
    label: name,
    // The package declares its optional fields as `string | undefined`, the standard as `string`.
  }) as WalletAccount
}
