import type { Foyer, Pairing } from '@foyer/core'
import { walletLink } from '@foyer/core/internal'
import type { Wallet } from '@foyer/protocol'
import { readPlatform } from './readPlatform.ts'
import { walletLinks } from './walletLinks.ts'
import { readWayLink, type WalletWay } from './walletWays.ts'

/**
 * Opens a wallet with a pairing URI. To be called in the turn of the tap itself: a browser opens nothing later.
 *
 * @returns The link that opens it again; undefined where the directory has none that may be opened.
 * @source walletconnect.md 9
 */
export function openWallet(
  foyer: Foyer,
  {
    universal,
    uri,
    wallet,
    way,
  }: {
    universal?: boolean | undefined
    uri: string
    wallet: Wallet
    way: Exclude<WalletWay, 'browser'>
  },
): Pairing['wcLinking'] {
  const link = readWayLink(wallet, way, { universal })
  if (link === undefined) return undefined
  try {
    const { href, target } = walletLink({ link, uri })
    window.open(href, way === 'web' ? '_blank' : target, 'noopener,noreferrer')
    return { name: wallet.name, href: link }
  } catch (error) {
    foyer.log('error', `the link of ${wallet.name} can not be opened`, error)
    return undefined
  }
}

/** Whether it is known where to get a wallet for this platform. */
export function isObtainable(wallet: Wallet): boolean {
  return walletLinks(wallet, readPlatform()).length > 0
}
