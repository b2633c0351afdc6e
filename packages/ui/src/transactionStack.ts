import type { Foyer, WalletRequest } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { Router, Screen } from './router.ts'

/** What to do when a wallet request ends. @source ledger 2.18 */
export type TransactionEntry = {
  /** After a success: one view back, or this view in the place of the current one, or this view alone. */
  readonly after: 'back' | { readonly replace: Screen } | { readonly reset: Screen }
  readonly onSuccess?: (() => void) | undefined
  /** The request was declined, stopped or failed. The view stays where it is. */
  readonly onCancel?: ((error: FoyerError) => void) | undefined
}

/** Ties wallet requests to what the modal shows after them. */
export type TransactionStack = {
  /**
   * Records what to do when the next request ends.
   *
   * @returns Forgets the entry: for a request that was refused before it reached the wallet.
   */
  push(entry: TransactionEntry): () => void
  readonly size: number
}

/** Requests that nobody recorded change nothing, nor do connections. */
const recorded: readonly WalletRequest['kind'][] = ['sign', 'send', 'switch', 'add']

const stacks = new WeakMap<Router, TransactionStack>()

/** The stack of a modal, known by its router: made when a view first needs it, so that the first open pays nothing. */
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
