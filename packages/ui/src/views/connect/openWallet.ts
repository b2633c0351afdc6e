import type { Foyer, Pairing } from '@foyer/core'
import { walletLink } from '@foyer/core/internal'
import type { Wallet } from '@foyer/protocol/api'
import { readPlatform } from './readPlatform.ts'
import { walletLinks } from './walletLinks.ts'
import { readWayLink, type WalletWay } from './walletWays.ts'

/**
 * Opens a wallet with a pairing URI. Call it synchronously in the tap: browsers block it later.
 *
 * @returns The link that opens it again; undefined if the directory has no safe one.
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

/** True if an install link for this platform is known. */
export function isObtainable(wallet: Wallet): boolean {
  return walletLinks(wallet, readPlatform()).length > 0
}
