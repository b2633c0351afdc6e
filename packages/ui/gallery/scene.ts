import type { Foyer, Options } from '@foyer/core'
import type { Modal, ModalOptions } from '../src/modal.ts'

/** A picture of the gallery: an instance, and the steps to show its modal. */
export type Scene = {
  readonly options?: Partial<Options>
  readonly modal?: ModalOptions
  /** Number of wallets in the directory; undefined: no api. */
  readonly directory?: number
  readonly answer?: () => Promise<void>
  /** Creates the instance instead. */
  readonly kit?: () => Promise<Foyer>
  readonly show: (modal: Modal, foyer: Foyer) => Promise<void>
}
