import { getBase58Decoder } from '@solana/kit'

/** Offset of the extensions, in mints and in token accounts. */
const start = 166
const nobody = '11111111111111111111111111111111'
type Extension = { extension: string; state?: Readonly<Record<string, unknown>> }

/** The extensions of this devnet's tokens, by number. @source spl-token-2022 ExtensionType */
const readers: Readonly<Record<number, (reader: Reader) => Extension>> = {
  1: (reader) => ({
    extension: 'transferFeeConfig',
    state: {
      transferFeeConfigAuthority: reader.address(),
      withdrawWithheldAuthority: reader.address(),
      withheldAmount: reader.u64(),
      olderTransferFee: readFee(reader),
      newerTransferFee: readFee(reader),
    },
  }),
  2: (reader) => ({ extension: 'transferFeeAmount', state: { withheldAmount: reader.u64() } }),
  3: (reader) => ({ extension: 'mintCloseAuthority', state: { closeAuthority: reader.address() } }),
  7: () => ({ extension: 'immutableOwner' }),
  9: () => ({ extension: 'nonTransferable' }),
  12: (reader) => ({ extension: 'permanentDelegate', state: { delegate: reader.address() } }),
  13: () => ({ extension: 'nonTransferableAccount' }),
  18: (reader) => ({
    extension: 'metadataPointer',
    state: { authority: reader.address(), metadataAddress: reader.address() },
  }),
  19: (reader) => ({
    extension: 'tokenMetadata',
    state: {
      updateAuthority: reader.address(),
      mint: reader.address(),
      name: reader.text(),
      symbol: reader.text(),
      uri: reader.text(),
      additionalMetadata: Array.from({ length: reader.u32() }, () => [
        reader.text(),
        reader.text(),
      ]),
    },
  }),
}

/** Parses the extensions of a Token-2022 account or mint; an unknown one like nodes do. */
export function parseExtensions(data: Uint8Array): Extension[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const found: Extension[] = []
  for (let offset = start; offset + 4 <= data.length; ) {
    const kind = view.getUint16(offset, true)
    const size = view.getUint16(offset + 2, true)
    if (kind === 0) break
    const read = readers[kind]
    const bytes = data.slice(offset + 4, offset + 4 + size)
    found.push(read ? read(createReader(bytes)) : { extension: 'unparseableExtension' })
    offset += 4 + size
  }
  return found
}

type Reader = ReturnType<typeof createReader>
function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let offset = 0
  /** Returns the offset of the next bytes, and advances past them. */
  const step = (size: number) => {
    offset += size
    return offset - size
  }
  const take = (size: number) => bytes.slice(step(size), offset)
  const u32 = () => view.getUint32(step(4), true)
  return {
    u32,
    u16: () => view.getUint16(step(2), true),
    u64: () => view.getBigUint64(step(8), true),
    text: () => new TextDecoder().decode(take(u32())),
    address: () => {
      const address = getBase58Decoder().decode(take(32))
      return address === nobody ? null : address
    },
  }
}

const readFee = (reader: Reader) => ({
  epoch: reader.u64(),
  maximumFee: reader.u64(),
  transferFeeBasisPoints: reader.u16(),
})
