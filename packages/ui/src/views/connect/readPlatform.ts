/** What this page runs on, as far as a store or a link can be chosen by it. */
export type Platform = 'ios' | 'android' | 'chromium' | 'other'

export function readPlatform({ maxTouchPoints, userAgent }: Navigator = navigator): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad says that it is a Mac; a Mac has no touch points.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  return /chrome|chromium|edg\//i.test(userAgent) ? 'chromium' : 'other'
}
