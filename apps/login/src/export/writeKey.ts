import { encodeBase58 } from '@foyer/decode/internal'

/** Formats private keys for import into other wallets: hex for Ethereum, base58 of the 64 bytes for Solana. */
export const writeKey = {
  evm: (key: Uint8Array): string =>
    `0x${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  sol: (key: Uint8Array): string => encodeBase58(key),
}
