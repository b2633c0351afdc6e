/** MetaMask's rdns in the browser of its own phone app, which differs from its usual one. */
const mobileBrowser = 'io.metamask.mobile'

/** Normalizes an rdns to the one used everywhere. @source spec 5.20 */
export function plainRdns(rdns: string | null | undefined): string | undefined {
  return rdns === mobileBrowser ? 'io.metamask' : (rdns ?? undefined)
}
