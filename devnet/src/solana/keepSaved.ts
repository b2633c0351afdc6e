import type { Ledger } from './createLedger.ts'
import { saveChain } from './stateFile.ts'

/** How often it is saved while something happens, ms. */
const saveEveryMs = 5_000

/**
 * Saves a chain every few seconds in which something happened.
 *
 * @returns A function that stops that and saves for the last time.
 */
export function keepSaved(
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
      // The next turn tries again; the last one, when the chain ends, is told to who ends it.
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
