/**
 * Extensions of a Token-2022 mint or account, by number.
 *
 * @source https://docs.rs/spl-token-2022-interface/latest/spl_token_2022_interface/extension/enum.ExtensionType.html
 */
export const extensionTypes = {
  transferFeeConfig: 1,
  defaultAccountState: 6,
  memoTransfer: 8,
  nonTransferable: 9,
  transferHook: 14,
  tokenMetadata: 19,
  pausable: 26,
} as const
type ExtensionName = keyof typeof extensionTypes

/** Size of a plain token account; a mint with extensions is padded to it. */
const baseSize = 165
/** Size of a multisig, which no other account may have. */
const multisigSize = 355

/** Parses the extensions of a Token-2022 account; empty without any. Never throws. */
export function readExtensions(bytes: Uint8Array): Partial<Record<ExtensionName, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Partial<Record<ExtensionName, Uint8Array>> = {}
  // After the base and one type byte: type, length, value.
  for (let at = baseSize + 1; at + 4 <= bytes.length; ) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (type === 0 || at + 4 + length > bytes.length) break
    for (const [name, number] of Object.entries(extensionTypes))
      if (number === type) found[name as ExtensionName] = bytes.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return found
}

/**
 * Returns the size of a new associated account of a Token-2022 mint, whose extensions need space in each account.
 *
 * @source https://github.com/solana-program/token-2022: ExtensionType::get_required_init_account_extensions
 */
export function sizeOfAccount(mint: Partial<Record<ExtensionName, Uint8Array>>): number {
  const size =
    baseSize +
    1 +
    // ImmutableOwner, which every associated account has.
    4 +
    (mint.transferFeeConfig ? 12 : 0) +
    (mint.transferHook ? 5 : 0) +
    (mint.pausable ? 4 : 0)
  return size === multisigSize ? size + 2 : size
}

/** Reads name and symbol from a mint's own metadata. @source https://docs.rs/spl-token-metadata-interface */
export function readMetadata(bytes: Uint8Array): { name: string; symbol: string } | undefined {
  const metadata = readExtensions(bytes).tokenMetadata
  if (!metadata) return undefined
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength)
  // The authority and the mint precede the first text.
  let at = 64
  const text = () => {
    const length = at + 4 <= metadata.length ? view.getUint32(at, true) : Number.POSITIVE_INFINITY
    if (at + 4 + length > metadata.length) return undefined
    at += 4 + length
    return new TextDecoder().decode(metadata.subarray(at - length, at))
  }
  const name = text()
  const symbol = text()
  return name === undefined || symbol === undefined ? undefined : { name, symbol }
}
