/**
 * Whether wallets are apps here, reached by links, instead of extensions and a phone beside it. An iPad says that it is
 * a Mac; a Mac has no touch points.
 */
export function isPhone({ maxTouchPoints, userAgent }: Navigator = navigator): boolean {
  return maxTouchPoints > 1 && /android|ip(ad|hone)|mac/i.test(userAgent)
}
