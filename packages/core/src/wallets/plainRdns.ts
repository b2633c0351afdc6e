/** By this name MetaMask announces itself in the browser of its own phone app; everywhere else it is the other. */
const mobileBrowser = 'io.metamask.mobile'

/** The name by which a wallet is known wherever it runs. @source ledger 5.20 */
export function plainRdns(rdns: string | null | undefined): string | undefined {
  return rdns === mobileBrowser ? 'io.metamask' : (rdns ?? undefined)
}
