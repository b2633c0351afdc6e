import * as v from 'valibot'

const line = v.pipe(
  v.string(),
  v.regex(/^[^\r\n]*$/, 'has a line break, with which a site could add lines of its own'),
)

/**
 * The fields of a sign-in message that a site requests.
 *
 * @source https://github.com/phantom/sign-in-with-solana
 */
export const signInInput = v.object({
  domain: v.optional(line),
  address: v.optional(line),
  statement: v.optional(line),
  uri: v.optional(line),
  version: v.optional(line),
  chainId: v.optional(line),
  nonce: v.optional(line),
  issuedAt: v.optional(line),
  expirationTime: v.optional(line),
  notBefore: v.optional(line),
  requestId: v.optional(line),
  resources: v.optional(v.array(line)),
})
export type SignInInput = v.InferOutput<typeof signInInput>
