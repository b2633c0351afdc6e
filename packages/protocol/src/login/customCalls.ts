import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { customToken } from './customToken.ts'
import { loginPurpose, loginSite, loginSocialEnd } from './socialCalls.ts'

/**
 * Begins a login by the site's own login; ends an earlier one of this device. `nonce` contains the device's key: the site's server
 * puts it into the token. 404 when the operator has configured none for this project. On a page of the login site itself, which leaves
 * for `uri` and comes back to `returnTo` with the token in its fragment: 403 `action-not-allowed` for a login that has no such address.
 */
export const loginCustom = defineEndpoint({
  method: 'POST',
  path: '/v1/login/custom',
  summary: 'Begins a login by the site’s own login.',
  query: v.strictObject({}),
  body: v.union([
    v.strictObject({ site: loginSite }),
    v.strictObject({
      login: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,24}$/)),
      returnTo: v.pipe(v.string(), v.maxLength(2048)),
      /** @default a login */
      purpose: v.optional(loginPurpose),
    }),
  ]),
  response: v.strictObject({
    txnId: uuid,
    nonce: v.pipe(v.string(), v.maxLength(64)),
    /** The address of the site's own login, for a page of the login site. */
    uri: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  }),
})

/** Verifies the token of the site's server, once for each `txnId`. Answers like the end of a social login. */
export const loginCustomEnd = defineEndpoint({
  method: 'POST',
  path: '/v1/login/custom/end',
  summary: 'Completes a login by the site’s own login.',
  query: v.strictObject({}),
  body: v.strictObject({ txnId: uuid, token: customToken }),
  response: loginSocialEnd.response,
})
