/** Folder of the badges' descriptions on the devnet's IPFS: no content id of real content. */
export const badgesFolder = 'bafybeigdevnetbadgesdevnetbadgesdevnetbadgesdevnetbadgesdev'

const star = 'M100 58l12 27 30 3-22 20 6 29-26-15-26 15 6-29-22-20 30-3z'
const badges = [
  {
    name: 'First Ferry',
    fill: '#0f766e',
    shape: 'M56 112h88l-14 28H70zM92 62h10v46H92zM106 66l28 34h-28z',
  },
  {
    name: 'Lighthouse Keeper',
    fill: '#b45309',
    shape: 'M88 66h24l10 76H78zM84 54h32v10H84zM60 62l18-4v8zM140 62l-18-4v8z',
  },
  { name: 'Night Watch', fill: '#3730a3', shape: 'M116 56a46 46 0 1 0 28 62a38 38 0 0 1-28-62z' },
  { name: 'Harbour Master', fill: '#9f1239', shape: star },
] as const

/** Ids of the badges (ERC-1155): 1, 2, … */
export const badgeIds = badges.map((_, index) => BigInt(index + 1))

/** A name as spam has it. Its contract has no descriptions. */
export const spamCollection = 'Claim 5,000 USDC at harbour-gift.xyz'

/** Returns a file of the devnet's IPFS by its path; undefined if there is none. */
export function ipfsFile(path: string): { type: string; text: string } | undefined {
  const [, hex = '', picture = ''] =
    new RegExp(`^/ipfs/${badgesFolder}/(?:([0-9a-f]{64})\\.json|(\\d)\\.svg)$`).exec(path) ?? []
  const number = picture === '' ? Number(`0x${hex || 0}`) : Number(picture)
  const badge = badges[number - 1]
  if (badge === undefined) return undefined
  const { fill, name, shape } = badge
  if (picture === '')
    return {
      type: 'application/json',
      text: JSON.stringify({
        name,
        description: `A badge of the harbour: ${name}.`,
        image: `ipfs://${badgesFolder}/${number}.svg`,
      }),
    }
  return {
    type: 'image/svg+xml',
    text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="${fill}"/><circle cx="100" cy="100" r="72" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="2 8" stroke-linecap="round"/><path d="${shape}" fill="#fff"/></svg>`,
  }
}
