import type { OnrampProvider } from './onrampProvider.ts'
import { createDevcard } from './providers/devcard.ts'

/** Makers of providers, in the order in which users see them. */
const makers = { devcard: createDevcard } as const

/** Keys of the providers that an operator has an account with. */
export type OnrampSettings = {
  readonly [name in keyof typeof makers]?: Parameters<(typeof makers)[name]>[0] | undefined
}

/** Makes the providers of a configuration. */
export const onrampProvidersOf = (settings: OnrampSettings): OnrampProvider[] =>
  Object.entries(makers).flatMap(([name, make]) => {
    const own = settings[name as keyof OnrampSettings]
    return own === undefined ? [] : [(make as (options: typeof own) => OnrampProvider)(own)]
  })
