import type { Ledger } from './createLedger.ts'
import { saveChain } from './stateFile.ts'

/** Interval for saving a changed state, ms. */
const saveEveryMs = 5_000

/**
 * Saves a changed chain every few seconds.
 *
 * @returns A function that stops saving after a last save.
 */
export function autosave(
  ledger: Ledger,
  { path, warn }: { path: string; warn: (line: string) => void },
): () => Promise<void> {
  let saved = ledger.history.count()
  let saving: Promise<void> = Promise.resolve()
  const save = () => {
    saved = ledger.history.count()
    saving = saving.then(() => saveChain(path, ledger))
    return saving
  }
  const timer = setInterval(() => {
    if (ledger.history.count() === saved) return
    save().catch((error: Error) => {
      // The next save tries again; the last one reports its error to the caller of stop.
      saving = Promise.resolve()
      saved = -1
      warn(`Solana's state can not be saved: ${error.message}`)
    })
  }, saveEveryMs)
  return () => {
    clearInterval(timer)
    return save()
  }
}
