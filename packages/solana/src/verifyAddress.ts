import { isAddress } from '@solana/kit'
import { hasAddressShape } from './hasAddressShape.ts'

/** Whether `text` is an address: base58 of exactly 32 bytes. Addresses of Solana carry no checksum. */
export function verifyAddress(text: string): boolean {
  return hasAddressShape(text) && isAddress(text)
}
