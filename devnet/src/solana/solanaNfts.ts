import { type Address, address } from '@solana/kit'

/** An NFT of the local Solana: one indivisible unit of a mint, which nobody can mint again. */
export type SolanaNft = {
  /** The mint. */
  address: Address
  name: string
  symbol: string
  /** Of the description; empty for none. */
  uri: string
  /** The account that has it first: an index of `solanaAccounts`; undefined: the faucet. */
  holder: number | undefined
  /** The mint of its collection, which has confirmed it. */
  collection?: Address
  /** The program that holds its name: Metaplex's, or the mint's own (Token-2022). */
  metadata: 'metaplex' | 'mint'
}

/** Folder of the descriptions on the devnet's IPFS: no content id of real content. */
export const tidesFolder = 'bafybeigdevnettidesdevnettidesdevnettidesdevnettidesdevnett'
/** A name as spam has it, without a description. */
export const solanaSpamName = 'Claim 40 SOL at tide-gift.xyz'

const collection = address('4WioFas4voe2ffWGecHm2FrdDkNYbBmagDW5N23LSABa')
const tides = [
  { name: 'Tide Chart #1', mint: 'CBMHKXumTwhvP89Ms5cPCgg4Mb6dnMH5MZfTonz9zS6V', holder: 0 },
  { name: 'Tide Chart #2', mint: '9LK59fkoDBgTsJLioW2sdyPAgmpf5862tPFVNxdrHhqg', holder: 0 },
  { name: 'Tide Chart #3', mint: '5GXAyyHn6GztMASU1AZ9u2BwNt8jue6vjXJc9K5XdvGT', holder: 1 },
  {
    name: 'Tide Chart #4',
    mint: 'Aecz9GQcjAtwydXHbv2ndcUpxNTwEFtMye6iWGhzxvWj',
    holder: undefined,
  },
] as const

/** The initial NFTs, always at the same addresses. */
export const solanaNfts: readonly SolanaNft[] = [
  {
    address: collection,
    name: 'Tide Charts',
    symbol: 'TIDE',
    uri: `ipfs://${tidesFolder}/0.json`,
    holder: undefined,
    metadata: 'metaplex',
  },
  ...tides.map(
    ({ holder, mint, name }, index): SolanaNft => ({
      ...{ address: address(mint), collection, holder, name, symbol: 'TIDE', metadata: 'metaplex' },
      uri: `ipfs://${tidesFolder}/${index + 1}.json`,
    }),
  ),
  {
    address: address('ECtiWvYwpHzUxhXkGy3HQqUU7zD8KvmBYrqT1QiDEp8N'),
    name: 'Sea Glass',
    symbol: 'GLASS',
    uri: `ipfs://${tidesFolder}/5.json`,
    holder: 0,
    metadata: 'mint',
  },
  {
    address: address('C6HozHn5j7i2nZZ5DWKM2wehw9At3NSUbX9osZp4hcqg'),
    ...{ name: solanaSpamName, symbol: 'CLAIM', uri: '', holder: 0, metadata: 'metaplex' },
  },
]

const names = ['Tide Charts', ...tides.map(({ name }) => name), 'Sea Glass']

/** Returns a file of the NFTs on the devnet's IPFS by its path; undefined if there is none. */
export function solanaNftFile(path: string): { type: string; text: string } | undefined {
  const [, digit = '', kind] =
    new RegExp(`^/ipfs/${tidesFolder}/(\\d)\\.(json|svg)$`).exec(path) ?? []
  const number = Number(digit)
  const name = digit === '' ? undefined : names[number]
  if (name === undefined) return undefined
  if (kind === 'json')
    return {
      type: 'application/json',
      text: JSON.stringify({
        ...{ name, symbol: 'TIDE', description: `${name}: of the local Solana, worth nothing.` },
        image: `ipfs://${tidesFolder}/${number}.svg`,
        properties: { category: 'image' },
      }),
    }
  const hue = 180 + number * 22
  const wave = (y: number, lift: number) => `M0 ${y}q25-${lift} 50 0t50 0 50 0 50 0v${200 - y}H0z`
  return {
    type: 'image/svg+xml',
    text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="hsl(${hue} 55% 88%)"/><circle cx="${40 + number * 24}" cy="54" r="20" fill="hsl(${hue + 150} 80% 72%)"/><path d="${wave(104, 18 + number * 4)}" fill="hsl(${hue} 50% 62%)"/><path d="${wave(134, 30 - number * 3)}" fill="hsl(${hue} 55% 44%)"/><path d="${wave(164, 16)}" fill="hsl(${hue} 60% 28%)"/></svg>`,
  }
}
