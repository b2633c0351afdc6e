import type { Storage } from '../storage/createStorage.ts'
import type { RecentWallet } from './recentWallet.ts'

/** @source spec 9.14 */
export const recentCount = 2

export const recentsKey = 'recent-wallets'
/** Drops invalid wallets, without the schema library: it is loaded after the first click. */
function parse(stored: unknown): RecentWallet[] | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.flatMap((item) => {
    const { id, image_id, name, rdns } = Object(item) as Record<string, unknown>
    if (typeof id !== 'string') return []
    return [
      {
        id,
        ...(typeof rdns === 'string' ? { rdns } : {}),
        ...(typeof image_id === 'string' ? { image_id } : {}),
        ...(typeof name === 'string' ? { name } : {}),
      },
    ]
  })
}

export function readStoredRecents(storage: Storage): readonly RecentWallet[] {
  return (storage.read(recentsKey, parse) ?? []).slice(0, recentCount)
}
