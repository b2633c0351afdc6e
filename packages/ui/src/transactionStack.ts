import type { Foyer, WalletRequest } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { Router, Screen } from './router.ts'

/** Navigation after a wallet request. @source spec 2.18 */
export type TransactionEntry = {
  /** On success: back one view, or replace the view, or reset to one view. */
  readonly after: 'back' | { readonly replace: Screen } | { readonly reset: Screen }
  readonly onSuccess?: (() => void) | undefined
  /** The request was rejected, aborted or failed. The view stays. */
  readonly onCancel?: ((error: FoyerError) => void) | undefined
}

/** Navigates after wallet requests. */
export type TransactionStack = {
  /**
   * Adds an entry for the next request.
   *
   * @returns A function that removes the entry, for a request that failed before it reached the wallet.
   */
  push(entry: TransactionEntry): () => void
  readonly size: number
}

/** Requests without an entry change nothing, nor do connections. */
const recorded: readonly WalletRequest['kind'][] = ['sign', 'send', 'switch', 'add']

const stacks = new WeakMap<Router, TransactionStack>()

/** The stack of a modal, by its router: created on first use, so that opening costs nothing. */
export function transactionStackOf(modal: { foyer: Foyer; router: Router }): TransactionStack {
  const stack = stacks.get(modal.router) ?? createTransactionStack(modal)
  stacks.set(modal.router, stack)
  return stack
}

function createTransactionStack({
  foyer,
  router,
}: {
  foyer: Foyer
  router: Router
}): TransactionStack {
  const waiting: TransactionEntry[] = []
  const running = new Map<number, TransactionEntry>()
  foyer.events.on('request:start', ({ id, kind }) => {
    if (!recorded.includes(kind)) return
    const entry = waiting.pop()
    if (entry) running.set(id, entry)
  })
  foyer.events.on('request:end', ({ error, id }) => {
    const entry = running.get(id)
    if (!entry) return
    running.delete(id)
    if (error) return entry.onCancel?.(error)
    go(router, entry.after)
    entry.onSuccess?.()
  })
  return {
    get size() {
      return waiting.length + running.size
    },
    push(entry) {
      waiting.push(entry)
      return () => {
        const index = waiting.indexOf(entry)
        if (index >= 0) waiting.splice(index, 1)
      }
    },
  }
}

function go(router: Router, after: TransactionEntry['after']): void {
  if (after === 'back') router.back()
  else if ('replace' in after) router.replace(after.replace.view, after.replace.data as never)
  else router.reset(after.reset.view, after.reset.data as never)
}
