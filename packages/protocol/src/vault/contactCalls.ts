import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { emailAddress, provider, subject } from './vaultCalls.ts'

const none = v.strictObject({})
const done = v.strictObject({ done: v.literal(true) })

/** A contact that approves a recovery: an address, by the vault's mailed link; or an account at a provider, by a login that the vault verifies. */
export const contact = v.variant('kind', [
  v.strictObject({ kind: v.literal('email'), email: emailAddress }),
  v.strictObject({ kind: v.literal('social'), provider, subject }),
])
export type Contact = v.InferOutput<typeof contact>

/** Tells of each contact whether it approves recoveries of this user. All false for an unknown user. */
export const vaultReadContacts = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/list',
  summary: 'Which contacts approve recoveries of a user.',
  query: none,
  body: v.strictObject({ userId: uuid, contacts: v.pipe(v.array(contact), v.maxLength(32)) }),
  response: v.strictObject({ approves: v.array(v.boolean()) }),
})

/**
 * Removes a contact. It can be restored for 72 hours, unless `isFinal`. The last one stays: 409 `change-conflict`. Gives the same
 * answer if it is already gone.
 */
export const vaultRemoveContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/remove',
  summary: 'Removes what approves recoveries of a user.',
  query: none,
  body: v.strictObject({ userId: uuid, contact, isFinal: v.boolean() }),
  response: done,
})

/** Restores a contact that was removed less than 72 hours ago. Changes nothing for any other. */
export const vaultRestoreContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/restore',
  summary: 'Restores a removed contact.',
  query: none,
  body: v.strictObject({ userId: uuid, contact }),
  response: done,
})
