import type { Store } from '../store/createStore.ts'
import type { SwapForm, SwapState } from './swapState.ts'

/** The swap of an instance. Its functions never reject: see the state. */
export type Swap = {
  readonly store: Pick<Store<SwapState>, 'get' | 'subscribe'>
  /** Changes the form, and asks for quotes once it is complete. Ignored while a swap runs. */
  change(form: Partial<SwapForm>): void
  /** Chooses a source of the offers; undefined: the best. */
  choose(source: string | undefined): void
  /** Agrees to the chosen offer: approves if needed, then swaps. Asks again after a rejection. */
  submit(): void
  /** Asks for quotes again, also after a failure. */
  refresh(): void
  /** Ends what is over: a new swap after one that is done, new quotes after a failure or a rejection. */
  dismiss(): void
  /** Refreshes quotes that are too old until the returned function is called. */
  keepFresh(): () => void
}
