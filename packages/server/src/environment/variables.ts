import { emailAddress } from '@foyer/protocol/vault'
import * as v from 'valibot'

/** Schema of an integer within bounds: `wholeNumber(0, 65_535, 'a TCP port')`. */
export const wholeNumber = (min: number, max: number, unit?: string) =>
  v.pipe(
    v.string('is missing: a whole number'),
    v.regex(/^\d+$/, `must be a whole number${unit === undefined ? '' : ` of ${unit}`}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

/** Schema of `on` or `off`, as a boolean. */
export const onOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((text) => text === 'on'),
)

/** Schema of a text of printable characters. @param what - its description in the error */
export const text = (what: string) =>
  v.pipe(v.string(`is missing: ${what}`), v.nonEmpty(`must be ${what}`))

/** Schema of an origin, without path or query: `https://id.example.com`. */
export const bareUrl = (example: string) =>
  v.pipe(
    v.string(`is missing: an address without path, such as ${example}`),
    v.check(isBareUrl, `must be an address without path, such as ${example}`),
    v.transform((url) => new URL(url).origin),
  )

/** Schema of a secret; refuses sample values and short ones. @param min - minimum length, in characters */
export const secret = (min: 16 | 32) =>
  v.pipe(
    v.string('is missing; make one with: openssl rand -hex 32'),
    v.minLength(min, `must be at least ${min} characters; make one with: openssl rand -hex 32`),
    v.check(
      (value) => !/change|example|secret|password|sample/i.test(value) && new Set(value).size >= 10,
      'is a sample value; make one with: openssl rand -hex 32',
    ),
  )

/** Schema of a PostgreSQL URL. */
export const databaseUrl = v.pipe(
  v.string('is missing: postgresql://user:password@host/database'),
  v.regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host/database'),
)

/** Schema of an SMTP URL. */
export const smtpUrl = v.pipe(
  v.string('is missing: smtps://user:password@host'),
  v.regex(/^smtps?:\/\//, 'must look like smtps://user:password@host'),
)

/** Schema of an e-mail address that is safe in a mail header. */
export const mailAddress = v.pipe(
  v.string('is missing: an e-mail address'),
  v.check((address) => v.is(emailAddress, address), 'must be a plain e-mail address'),
  v.toLowerCase(),
)

/** Schema of the log level. */
export const logLevel = v.picklist(
  ['silent', 'error', 'warn', 'info', 'debug'],
  'must be silent, error, warn, info or debug',
)

function isBareUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hash, pathname, protocol, search, username } = new URL(url)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}
