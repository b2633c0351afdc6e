import type { FoyerEvents } from '@foyer/core'
import { useEffect, useRef } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * Listens to an event of the instance while the component is mounted.
 *
 * @example
 * ```ts
 * useEvents('alert', ({ title, meaning }) => console.warn(title, meaning))
 * ```
 */
export function useEvents<name extends keyof FoyerEvents>(
  name: name,
  listener: (event: FoyerEvents[name]) => void,
): void {
  const { foyer } = useFoyerContext()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => foyer.events.on(name, (event) => latest.current(event)), [foyer, name])
}
