import type { Foyer } from '../foyer.ts'
import { setDirectory, walletSearchSize } from './directory.ts'

/**
 * Searches the directory into `directory.search`. Blank text, or no `apiUrl`, clears it. Only the last search writes
 * its results, whichever answer comes first.
 *
 * @param parameters.search - Trimmed. @source spec 5.17
 * @throws FoyerError `http-failed`, `request-timed-out`, `request-aborted`
 * @source spec 9.14
 */
export async function searchWallets(
  foyer: Foyer,
  { search, signal }: { search: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const { running } = foyer
  running.searchCount += 1
  const turn = running.searchCount
  const trimmed = search.trim()
  if (trimmed === '' || foyer.options.apiUrl === undefined) {
    setDirectory(foyer, { search: [] })
    return
  }
  const { fetchWallets } = await import('./fetchWallets.ts')
  const { data } = await fetchWallets(foyer, {
    page: 1,
    entries: walletSearchSize,
    search: trimmed.slice(0, 100),
    signal,
  })
  if (turn === running.searchCount && !signal?.aborted) setDirectory(foyer, { search: data })
}
