import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../../foyer.ts'

/** A receiver of earlier transfers, kept in this browser. */
export type Contact = {
  readonly address: string
  /** The name that it was sent to, if it was typed as a name. */
  readonly name?: string | undefined
  /** Last use, ms since 1970. */
  readonly usedAt: number
}

/** Contacts that are kept for each namespace. */
const contactLimit = 50

const keyOf = (namespace: Namespace) => `contacts.${namespace}`

/** Reads the receivers of earlier transfers, the last one first. */
export function readContacts({ storage }: Foyer, namespace: Namespace): readonly Contact[] {
  return storage.read(keyOf(namespace), parseContacts) ?? []
}

/** Puts a receiver first among the contacts. */
export function rememberContact(
  foyer: Foyer,
  { contact, namespace }: { contact: Contact; namespace: Namespace },
): void {
  const others = readContacts(foyer, namespace).filter(({ address }) => address !== contact.address)
  foyer.storage.write(keyOf(namespace), [contact, ...others].slice(0, contactLimit))
}

/** Drops invalid entries. */
function parseContacts(stored: unknown): Contact[] | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.flatMap((one: Partial<Record<keyof Contact, unknown>> | null) => {
    const { address, name, usedAt } = one ?? {}
    if (typeof address !== 'string' || typeof usedAt !== 'number') return []
    return { address, usedAt, ...(typeof name === 'string' && { name }) }
  })
}
