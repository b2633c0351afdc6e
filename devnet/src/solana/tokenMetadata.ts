import { solanaTokens } from './solanaTokens.ts'

/** Returns the description at a token's `metadataUri`, by its path; undefined for any other path. */
export function tokenMetadata(path: string) {
  const token = solanaTokens.find(
    ({ metadataUri }) => metadataUri !== undefined && new URL(metadataUri).pathname === path,
  )
  if (!token) return undefined
  const { name, symbol } = token
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#5b4bd6"/><text x="32" y="44" font-family="sans-serif" font-size="34" fill="#fff" text-anchor="middle">${symbol[0]}</text></svg>`
  return {
    name,
    symbol,
    description: `${name}: a token of the local Solana, worth nothing.`,
    image: `data:image/svg+xml,${encodeURIComponent(picture)}`,
  }
}
