import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { contact } from '../vault/vaultCalls.ts'
import { uuid } from './custodyFields.ts'

/**
 * Adds a contact that approves recoveries of the calling device's user. With a DPoP proof of the device and no access token: the
 * login server can not make this call. The vault requires that the device holds the wallet, that one of the user's contacts or
 * passkeys has approved it in the last 30 minutes, and that the new contact has, too; otherwise nothing changes, and the answer
 * tells what is missing.
 *
 * @source security 2.14
 */
export const recoveryContactAdd = defineEndpoint({
  method: 'POST',
  path: '/v1/recovery/contacts/add',
  summary: 'Adds a contact that approves recoveries.',
  query: v.strictObject({}),
  body: v.strictObject({ userId: uuid, contact }),
  response: v.strictObject({ status: v.picklist(['added', 'prove-user', 'prove-contact']) }),
})
