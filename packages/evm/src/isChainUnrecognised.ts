import { levelSays, someLevel } from './errorLevels.ts'

const words = {
  codes: [4902],
  text: /unrecogni[sz]ed chain|unknown chain|\bchain\b.{0,80}\bnot (yet )?(been )?(added|recogni[sz]ed|configured)|try adding the chain/i,
}

/**
 * Whether a wallet says that it does not know the network: 4902 at any depth, or in words.
 *
 * @source https://eips.ethereum.org/EIPS/eip-3326
 */
export function isChainUnrecognised(thrown: unknown): boolean {
  return someLevel(thrown, (level) => levelSays(level, words))
}
