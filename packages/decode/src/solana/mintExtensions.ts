/** A Token-2022 mint's properties that a user should know. */
export type MintExtensions = {
  metadata?: { name: string; symbol: string }
  /** `fee` keeps a part of each transfer, `hook` can refuse it, `delegate` can take all tokens back. */
  taxes: readonly string[]
}

/** @source https://docs.rs/spl-token-2022-interface/latest/spl_token_2022_interface/extension/enum.ExtensionType.html */
const numbers = { transferFeeConfig: 1, permanentDelegate: 12, transferHook: 14, tokenMetadata: 19 }
/** Offset of the extensions: a mint is padded to a token account's size, and one byte gives the type. */
const base = 166

function readMetadata(bytes: Uint8Array): MintExtensions['metadata'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Skip authority and mint, 32 bytes each.
  let at = 64
  const texts = [0, 1].map(() => {
    const length = at + 4 <= bytes.length ? view.getUint32(at, true) : Number.POSITIVE_INFINITY
    if (at + 4 + length > bytes.length) return undefined
    at += 4 + length
    return new TextDecoder().decode(bytes.subarray(at - length, at))
  })
  const [name, symbol] = texts
  return name === undefined || symbol === undefined ? undefined : { name, symbol }
}

/** Parses a mint's extensions; returns none for a plain mint. Never throws. */
export function readExtensions(mint: Uint8Array): MintExtensions {
  const view = new DataView(mint.buffer, mint.byteOffset, mint.byteLength)
  const taxes: string[] = []
  let metadata: MintExtensions['metadata']
  for (let at = base; at + 4 <= mint.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const value = mint.subarray(at + 4, at + 4 + length)
    if (type === 0 || value.length !== length) break
    if (type === numbers.transferFeeConfig) taxes.push('fee')
    if (type === numbers.permanentDelegate) taxes.push('delegate')
    // The hook's program follows the authority; zeros mean none.
    if (type === numbers.transferHook && value.subarray(32).some((byte) => byte !== 0))
      taxes.push('hook')
    if (type === numbers.tokenMetadata) metadata = readMetadata(value)
    at += 4 + length
  }
  return { taxes, ...(metadata ? { metadata } : {}) }
}
