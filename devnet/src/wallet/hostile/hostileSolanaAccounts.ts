import { base58 } from '@scure/base'
import type { SolanaHostileKind } from './hostileKinds.ts'
import { payload } from './payload.ts'

const chains = ['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet']
const manyAccounts = 10_000

/** An account of a hostile wallet, of any type. */
function account(address: unknown, publicKey: unknown, label: unknown = 'Hostile'): object {
  return { address, publicKey, chains, features: ['solana:signMessage'], label }
}

/**
 * Returns the accounts of a hostile wallet.
 *
 * @param publicKey - of the key it signs with
 */
export function hostileSolanaAccounts(
  kind: SolanaHostileKind,
  publicKey: Uint8Array,
): readonly unknown[] {
  const address = base58.encode(publicKey)
  switch (kind) {
    case 'solana-no-address':
      return [
        account('nobody', new Uint8Array(3)),
        account('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', publicKey),
        account(42, publicKey),
        account(base58.encode(new Uint8Array(31).fill(7)), new Uint8Array(31).fill(7)),
        null,
        'account',
      ]
    case 'solana-many-accounts':
      return Array.from({ length: manyAccounts }, (_, index) => {
        const bytes = publicKey.slice()
        new DataView(bytes.buffer).setUint32(0, index)
        return account(base58.encode(bytes), bytes, `Account ${index}`)
      })
    case 'solana-text':
      return [account(address, publicKey, `<img src=x onerror="${payload}">\u202Eeman`)]
    default:
      return [account(address, publicKey)]
  }
}
