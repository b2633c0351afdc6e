import { createContext } from 'react'

/** Facts about an address that do not come from the request. */
export type AddressNote = {
  /** Its registered name; anyone can register any name. */
  readonly name?: string | undefined
  /** A short mark: `contract`. */
  readonly mark?: { readonly text: string; readonly tone: 'neutral' | 'warning' } | undefined
}

/** Notes by address in lower case, for the descriptions inside. */
export const AddressNotes = createContext<ReadonlyMap<string, AddressNote>>(new Map())
