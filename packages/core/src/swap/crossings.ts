import type { Store } from '../store/createStore.ts'
import type { SwapCrossing } from './swapCrossing.ts'

/** The swaps across networks of an instance, the newest first. */
export type Crossings = {
  readonly store: Store<readonly SwapCrossing[]>
  /** Asks the api about those that are on their way, until the returned function is called. */
  follow(): () => void
  /** Forgets one: its end was seen, or it failed before it left. */
  forget(hash: string): void
}
