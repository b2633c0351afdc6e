import { base58 } from '@scure/base'
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

/** The facts about a mint that Metaplex's program stores. */
export type MetaplexMetadata = {
  readonly name: string
  readonly uri: string
  /** Mint of its collection, if the collection's owner confirmed it. */
  readonly collection: string | undefined
}

/** @source https://developers.metaplex.com/token-metadata */
export const metaplexProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** The first byte of an account with metadata. */
const metadataKey = 4
const creatorBytes = 34

/** Returns the address at which Metaplex's program stores what it knows about a mint. */
export async function metaplexAddress(mint: string): Promise<Address> {
  const bytes = getAddressEncoder()
  const [address] = await getProgramDerivedAddress({
    programAddress: metaplexProgram as Address,
    seeds: ['metadata', bytes.encode(metaplexProgram as Address), bytes.encode(mint as Address)],
  })
  return address
}

/**
 * Parses an account of Metaplex's program (Borsh). Short and old accounts lack the fields at their end.
 *
 * @returns undefined for an account that is no metadata of this mint
 * @source https://docs.rs/mpl-token-metadata/latest/mpl_token_metadata/accounts/struct.Metadata.html
 */
export function parseMetaplex(bytes: Uint8Array, mint: string): MetaplexMetadata | undefined {
  let at = 33
  const take = (count: number) => {
    at += count
    return bytes.subarray(at - count, at)
  }
  const takeByte = () => take(1)[0] ?? 0
  const takeCount = () => {
    const four = take(4)
    return four.length < 4 ? 0 : Buffer.from(four).readUInt32LE()
  }
  // Texts are filled up with zeros to their greatest length.
  const takeText = () => new TextDecoder().decode(take(takeCount())).replace(/\0+$/, '').trim()
  if (bytes[0] !== metadataKey || base58.encode(take(32)) !== mint) return undefined
  const name = takeText()
  takeText()
  const uri = takeText()
  if (at > bytes.length) return undefined
  take(2)
  if (takeByte() === 1) take(creatorBytes * takeCount())
  take(2)
  for (const _ of ['the edition', 'the standard']) if (takeByte() === 1) take(1)
  const isInCollection = takeByte() === 1 && takeByte() === 1
  const collection = isInCollection ? take(32) : new Uint8Array()
  return { name, uri, collection: collection.length === 32 ? base58.encode(collection) : undefined }
}
