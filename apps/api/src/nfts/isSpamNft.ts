import { isDeceptiveName } from './isDeceptiveName.ts'
import type { NftFacts } from './nftMetadata.ts'
import type { NftOrigin } from './readNftOrigins.ts'

/** One transaction that gives a collection to so many accounts is an advertisement. */
const crowd = 20

/**
 * The rule of spam. Never spam: what the account fetched by a transaction of its own. Of the rest, what was given to 20
 * or more accounts at once, what has no description, and what has a deceptive name, of its own or of its collection.
 * An NFT whose description was not read yet, or could not be reached, is judged without it.
 *
 * @source spec 3.4
 */
export function isSpamNft({
  collection,
  facts,
  origin,
}: {
  collection: string | null
  facts: NftFacts | undefined
  origin: NftOrigin | undefined
}): boolean {
  if (origin?.isOwn === true) return false
  return (
    (origin?.receivers ?? 0) >= crowd ||
    facts?.state === 'missing' ||
    facts?.isDeceptive === true ||
    isDeceptiveName(collection ?? '')
  )
}
