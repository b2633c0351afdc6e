import type { Wallet } from '@foyer/protocol/api'
import type { Platform } from './readPlatform.ts'

/** An install link. */
export type WalletLink = {
  readonly kind: 'chrome' | 'appStore' | 'playStore' | 'webapp' | 'homepage'
  readonly href: string
}

const order: Record<Platform, readonly WalletLink['kind'][]> = {
  ios: ['appStore', 'webapp', 'homepage'],
  android: ['playStore', 'webapp', 'homepage'],
  chromium: ['chrome', 'webapp', 'homepage', 'appStore', 'playStore'],
  other: ['homepage', 'webapp', 'appStore', 'playStore'],
}

/** Lists install links of a wallet, the best for this platform first. Drops addresses that are not https. */
export function walletLinks(wallet: Wallet, platform: Platform): WalletLink[] {
  const hrefs: Record<WalletLink['kind'], string | null | undefined> = {
    chrome: wallet.chrome_store,
    appStore: wallet.app_store,
    playStore: wallet.play_store,
    webapp: wallet.webapp_link,
    homepage: wallet.homepage,
  }
  return order[platform].flatMap((kind) => {
    const href = hrefs[kind]
    return href && isHttps(href) ? [{ kind, href }] : []
  })
}

function isHttps(href: string): boolean {
  try {
    return new URL(href).protocol === 'https:'
  } catch {
    return false
  }
}
