import type { Foyer } from '@foyer/core'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { FoyerProvider } from './FoyerProvider.tsx'

/** Waits until settled promises have been rendered, to assert that nothing changed. */
export const rendered = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Results of a hook, by render. */
export type Rendered<result, props> = {
  /** Result of the last render. */
  readonly current: result
  readonly all: readonly result[]
  readonly rerender: (props: props) => void
  readonly unmount: () => void
}

function HookCall<result, props>({
  given,
  hook,
  onResult,
}: {
  given: props
  hook: (props: props) => result
  onResult: (result: result) => void
}) {
  const result = hook(given)
  useEffect(() => onResult(result))
  return null
}

/** Renders a component that calls `hook` below a provider in strict mode: every effect twice. */
export async function renderHook<result, props = undefined>(
  foyer: Foyer,
  hook: (props: props) => result,
  first?: NoInfer<props>,
): Promise<Rendered<result, props>> {
  const all: result[] = []
  const onResult = (result: result) => void all.push(result)
  const root = createRoot(document.createElement('div'))
  const render = (children: ReactNode) =>
    root.render(
      <StrictMode>
        <FoyerProvider foyer={foyer} modal={{ prefetch: 'none' }}>
          {children}
        </FoyerProvider>
      </StrictMode>,
    )
  const rerender = (props: props) =>
    render(<HookCall given={props} hook={hook} onResult={onResult} />)
  rerender(first as props)
  onTestFinished(() => root.unmount())
  await expect.poll(() => all.length).toBeGreaterThan(0)
  return {
    get current() {
      return all[all.length - 1] as result
    },
    all,
    rerender,
    unmount: () => root.unmount(),
  }
}
