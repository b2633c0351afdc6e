import { FoyerError } from '@foyer/protocol'
import { levelMatches, someLevel } from './errorLevels.ts'

/**
 * 4902 is the number of EIP-3326; wallets also answer 4901 (EIP-1193, "not connected to the requested chain"), 5710
 * (EIP-5792, "unsupported chain id") and 5100 (WalletConnect, "unsupported chains").
 */
const words = {
  codes: [4902, 4901, 5710, 5100],
  text: /(unrecogni[sz]ed|unknown|unsupported|invalid) (chain|network)|\bchain\b.{0,80}(\bnot|n.t) (yet )?(been )?(added|recogni[sz]ed|configured|supported|known|found|available)|\bnetwork\b.{0,40}(\bnot|n.t) (yet )?(been )?(added|recogni[sz]ed|configured|supported|known)|\bnot (know|support|recogni[sz]e|have)\b.{0,40}\b(chain|network)|try adding the chain/i,
}

/**
 * True if a wallet reports an unknown network: by number at any depth, or by message.
 *
 * @source https://eips.ethereum.org/EIPS/eip-3326
 */
export function isChainUnrecognised(thrown: unknown): boolean {
  // The session does not include the network, so the wallet was not asked at all.
  if (thrown instanceof FoyerError && thrown.code === 'session-chain-unsupported') return false
  return someLevel(thrown, (level) => levelMatches(level, words))
}
