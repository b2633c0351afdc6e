import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

const none = v.strictObject({})
const evmChainId = v.pipe(v.string(), v.regex(/^eip155:[1-9]\d{0,14}$/))
const digest = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))
/** The grant with its signature: at most 16 KiB. @source ERC-7710 */
const context = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})+$/), v.maxLength(32_768))

const grantedPermission = v.strictObject({
  chainId: evmChainId,
  /** The grant's digest, by which it is revoked. */
  digest,
  context,
  /** The site for which it was granted. */
  origin: v.string(),
  /** ms since 1970. */
  createdAt: v.number(),
  expiresAt: v.number(),
  /** Null: it was not revoked here. */
  revokedAt: v.nullable(v.number()),
})
export type GrantedPermissionRow = v.InferOutput<typeof grantedPermission>

/**
 * Lists the permissions that the user granted and that have not ended: those of the calling page's site; all of them on the login
 * site's own pages.
 * @source T46; http.md `/v1/sessions/{caip10}`
 */
export const readPermissions = defineEndpoint({
  method: 'POST',
  path: '/v1/permissions',
  summary: 'The permissions that the user granted.',
  query: none,
  body: none,
  response: v.strictObject({ permissions: v.array(grantedPermission) }),
})

/** Adds a permission that the user's key has signed for the calling page's site. */
export const addPermission = defineEndpoint({
  method: 'POST',
  path: '/v1/permissions/add',
  summary: 'Adds a granted permission to the list.',
  query: none,
  body: v.strictObject({ chainId: evmChainId, context }),
  response: v.strictObject({ digest }),
})

/**
 * Revokes a permission at once at this server and the sponsor; on the network it ends with the account's own transaction. A site
 * revokes its own, the login site's own pages any. Unknown: 404.
 * @source T45, T46; spec 7.36
 */
export const revokePermission = defineEndpoint({
  method: 'POST',
  path: '/v1/permissions/revoke',
  summary: 'Revokes a permission.',
  query: none,
  body: v.strictObject({ chainId: evmChainId, digest }),
  response: v.strictObject({ revokedAt: v.number() }),
})
