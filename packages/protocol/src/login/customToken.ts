import * as v from 'valibot'

/** A signed token of a site's own login: at most 8,192 characters. */
export const customToken = v.pipe(
  v.string('must be text'),
  v.regex(/^[\w.-]+$/, 'must be a JWT'),
  v.maxLength(8192, 'is too long'),
)
