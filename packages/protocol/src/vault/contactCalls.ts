import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { contact } from './vaultCalls.ts'

const none = v.strictObject({})
const done = v.strictObject({ done: v.literal(true) })

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
 * Deletes every further contact of a user that is none of these, which the account logs in with. The contact to which the user was
 * bound stays, and so does one that was removed and can be restored.
 */
export const vaultKeepContacts = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/keep',
  summary: 'Deletes what approves recoveries of a user and is no login of the account.',
  query: none,
  body: v.strictObject({ userId: uuid, contacts: v.pipe(v.array(contact), v.maxLength(200)) }),
  response: done,
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
