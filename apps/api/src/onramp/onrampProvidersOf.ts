import type { OnrampProvider } from './onrampProvider.ts'
import { createCoinbase } from './providers/coinbase.ts'
import { createDevcard } from './providers/devcard.ts'
import { createMeld } from './providers/meld.ts'
import { createMoonpay } from './providers/moonpay.ts'
import { createStripe } from './providers/stripe.ts'
import { createTransak } from './providers/transak.ts'

/** Keys of the providers that an operator has an account with. */
export type OnrampSettings = {
  readonly coinbase?: createCoinbase.Options | undefined
  readonly devcard?: createDevcard.Options | undefined
  readonly meld?: createMeld.Options | undefined
  readonly moonpay?: createMoonpay.Options | undefined
  readonly stripe?: createStripe.Options | undefined
  readonly transak?: createTransak.Options | undefined
}

/** Makes the providers of a configuration, in the order in which users see them. */
export const onrampProvidersOf = ({
  coinbase,
  devcard,
  meld,
  moonpay,
  stripe,
  transak,
}: OnrampSettings): OnrampProvider[] => [
  ...(devcard ? [createDevcard(devcard)] : []),
  ...(coinbase ? [createCoinbase(coinbase)] : []),
  ...(meld ? [createMeld(meld)] : []),
  ...(moonpay ? [createMoonpay(moonpay)] : []),
  ...(stripe ? [createStripe(stripe)] : []),
  ...(transak ? [createTransak(transak)] : []),
]

/** Everything in the settings that must never be logged. */
export const secretsOfOnramp = (settings: OnrampSettings): string[] =>
  Object.values(settings).flatMap((options: Readonly<Record<string, unknown>> | undefined) =>
    Object.entries(options ?? {}).flatMap(([name, value]) =>
      /key|secret/i.test(name) && typeof value === 'string' ? [value] : [],
    ),
  )
