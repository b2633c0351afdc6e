/** The platform of this page, to pick a store or a link. */
export type Platform = 'ios' | 'android' | 'chromium' | 'other'

export function readPlatform({ maxTouchPoints, userAgent }: Navigator = navigator): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad identifies as a Mac, but has touch points.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  return /chrome|chromium|edg\//i.test(userAgent) ? 'chromium' : 'other'
}
