import { getBase58Encoder } from '@solana/kit'

const fromBase58 = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))

/**
 * Builds an unsigned transfer as a legacy transaction.
 *
 * @returns Its bytes in base64.
 * @source https://solana.com/docs/core/transactions
 */
export function transferSol({
  blockhash,
  from,
  lamports,
  to,
}: {
  blockhash: string
  from: string
  to: string
  lamports: bigint
}): string {
  const system = new Uint8Array(32)
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  // One signer; only the program is read-only.
  const message = Buffer.concat([
    Uint8Array.from([1, 0, 1, 3]),
    fromBase58(from),
    fromBase58(to),
    system,
    fromBase58(blockhash),
    Uint8Array.from([1, 2, 2, 0, 1, data.length]),
    data,
  ])
  return Buffer.concat([Uint8Array.from([1]), new Uint8Array(64), message]).toString('base64')
}
