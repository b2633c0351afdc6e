import { getNameSuggestions } from '@foyer/core'
import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { isAccountLabel, type NameSuggestion } from '@foyer/protocol/api'
import { useCallback, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

/** Wait after the last key before names are asked for, ms. @source spec 9.14 */
const typingMs = 300

type Found = {
  readonly label: string
  readonly suggestions?: readonly NameSuggestion[]
  readonly error?: FoyerError
}

/** Names like `label`, a moment after it was typed; nothing while it can not be a name. */
export function useSuggestions(label: string): {
  readonly suggestions: readonly NameSuggestion[] | undefined
  readonly error: FoyerError | undefined
  readonly retry: () => void
} {
  const { foyer } = useUi()
  const [found, setFound] = useState<Found>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (!isAccountLabel(label)) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      getNameSuggestions(foyer, { name: label, signal }).then(
        (suggestions) => signal.aborted || setFound({ label, suggestions }),
        (error) => signal.aborted || setFound({ label, error: toFoyerError(error) }),
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [foyer, label, turn])
  const current = found?.label === label ? found : undefined
  const retry = useCallback(() => {
    setFound(undefined)
    setTurn((one) => one + 1)
  }, [])
  return { suggestions: current?.suggestions, error: current?.error, retry }
}
