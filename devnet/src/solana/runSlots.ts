import type { Ledger } from './createLedger.ts'

/**
 * Closes a slot when its time is over, and sooner if it contains a transaction.
 *
 * @returns A stop function.
 */
export function runSlots(ledger: Ledger, slotMs: number): () => void {
  /** A slot with a transaction lasts a quarter, because its sender is waiting. */
  const busyMs = slotMs / 4
  let timer: NodeJS.Timeout
  let endsAt = 0
  const wait = (ms: number) => {
    clearTimeout(timer)
    endsAt = performance.now() + ms
    timer = setTimeout(() => {
      wait(slotMs)
      ledger.advance()
    }, ms)
  }
  wait(slotMs)
  const stopWatching = ledger.watch((event) => {
    const isFirst = event.kind === 'reached' && event.commitment === 'processed'
    if (isFirst && endsAt - performance.now() > busyMs) wait(busyMs)
  })
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}
