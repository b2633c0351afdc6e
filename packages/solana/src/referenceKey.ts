import { toBase58 } from './bytes.ts'

/** The account that stands for a reference of 64 hex digits. @source https://docs.solanapay.com/spec#reference */
export function referenceKey(reference: string): string {
  return toBase58(
    Uint8Array.from(reference.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  )
}
