import type { Foyer } from '../foyer.ts'
import type { Prompt } from './machine/attempt.ts'

/** Lists the prompts that the state shows as connecting, that of the active namespace last. */
export function readPrompts({ store }: Foyer): readonly Prompt[] {
  const { activeNamespace, attempts, shownAttempts } = store.get()
  return attempts
    .filter((one): one is Prompt => !one.silent && shownAttempts[one.namespace]?.attempt === one.id)
    .toSorted(
      (a, b) => Number(a.namespace === activeNamespace) - Number(b.namespace === activeNamespace),
    )
}
