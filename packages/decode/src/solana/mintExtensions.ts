/** A Token-2022 mint's properties that a user should know. */
export type MintExtensions = {
  metadata?: { name: string; symbol: string }
  /** `fee`, `hook`, `delegate`: extensions that can keep a part, refuse, or take everything back. */
  taxes: readonly string[]
}

/** @source https://docs.rs/spl-token-2022-interface/latest/spl_token_2022_interface/extension/enum.ExtensionType.html */
const numbers = { transferFeeConfig: 1, permanentDelegate: 12, transferHook: 14, tokenMetadata: 19 }
/** Bytes of a plain account, to which a mint is padded, and one byte for its type. */
const base = 166

function readMetadata(bytes: Uint8Array): MintExtensions['metadata'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The authority and the mint come before the first text.
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

/** Reads a mint's extensions; none for a plain mint. Never throws. */
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
    // Authority, then the program: all zeros for none.
    if (type === numbers.transferHook && value.subarray(32).some((byte) => byte !== 0))
      taxes.push('hook')
    if (type === numbers.tokenMetadata) metadata = readMetadata(value)
    at += 4 + length
  }
  return { taxes, ...(metadata ? { metadata } : {}) }
}
