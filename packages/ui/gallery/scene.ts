import type { Foyer, Options } from '@foyer/core'
import type { Modal, ModalOptions } from '../src/modal.ts'

/** One picture of the gallery: a kit, and what to do with its modal. */
export type Scene = {
  readonly options?: Partial<Options>
  readonly modal?: ModalOptions
  /** How many wallets the directory has; none: no api. */
  readonly directory?: number
  readonly answer?: () => Promise<void>
  /** A kit of its own instead. */
  readonly kit?: () => Promise<Foyer>
  readonly show: (modal: Modal, foyer: Foyer) => Promise<void>
}
