import type { Options } from '@foyer/core'
import { createElement } from 'react'
import type { ButtonHint } from '../elements/buttonHint.ts'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { FoyerButton, FoyerNetworkButton } from './buttons.tsx'
import { FoyerProvider } from './FoyerProvider.tsx'

/** Content around the buttons, which a layout shift would move. */
export const around = { before: 'Shop', after: 'Basket', below: 'Fresh bread, every morning.' }

/** The same instance on server and browser. */
export const makeServerSite = (options: Partial<Options> = {}) =>
  testFoyer({ connected: false, options })

/** A page of a site with React. */
export function ServerSite({
  buttonHint,
  foyer,
  nonce,
}: {
  buttonHint: ButtonHint | null
  foyer: Awaited<ReturnType<typeof makeServerSite>>['foyer']
  nonce?: string | undefined
}) {
  return createElement(
    FoyerProvider,
    { foyer, buttonHint, nonce, modal: { prefetch: 'none' } } as never,
    createElement(
      'header',
      null,
      createElement('b', null, around.before),
      createElement(FoyerButton),
      createElement(FoyerNetworkButton, { size: 'sm' }),
      createElement('i', null, around.after),
    ),
    createElement('p', null, around.below),
  )
}
