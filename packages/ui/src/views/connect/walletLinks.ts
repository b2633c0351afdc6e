import type { Wallet } from '@foyer/protocol'

/** Where a wallet can be had. */
export type WalletLink = {
  readonly kind: 'chrome' | 'appStore' | 'playStore' | 'webapp' | 'homepage'
  readonly href: string
}

/** What this page runs on, as far as a store can be chosen by it. */
export type Platform = 'ios' | 'android' | 'chromium' | 'other'

export function readPlatform({ maxTouchPoints, userAgent }: Navigator = navigator): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad says that it is a Mac; a Mac has no touch points.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  return /chrome|chromium|edg\//i.test(userAgent) ? 'chromium' : 'other'
}

const order: Record<Platform, readonly WalletLink['kind'][]> = {
  ios: ['appStore', 'webapp', 'homepage'],
  android: ['playStore', 'webapp', 'homepage'],
  chromium: ['chrome', 'webapp', 'homepage', 'appStore', 'playStore'],
  other: ['homepage', 'webapp', 'appStore', 'playStore'],
}

/** Where to get a wallet, the best place for this platform first. Addresses that are not https are left out. */
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
