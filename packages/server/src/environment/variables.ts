import { emailAddress } from '@foyer/protocol/vault'
import * as v from 'valibot'

/** Whole numbers of a unit: `wholeNumber(0, 65_535, 'a TCP port')`. */
export const wholeNumber = (least: number, most: number, unit?: string) =>
  v.pipe(
    v.string('is missing: a whole number'),
    v.regex(/^\d+$/, `must be a whole number${unit === undefined ? '' : ` of ${unit}`}`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

/** `on` or `off`. */
export const onOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((text) => text === 'on'),
)

/** Printable characters only. */
export const text = (what: string) =>
  v.pipe(v.string(`is missing: ${what}`), v.nonEmpty(`must be ${what}`))

/** An origin, as `https://id.example.com`. */
export const bareUrl = (example: string) =>
  v.pipe(
    v.string(`is missing: an address without path, such as ${example}`),
    v.check(isBareUrl, `must be an address without path, such as ${example}`),
    v.transform((url) => new URL(url).origin),
  )

/** Refuses sample values and values too short to resist guessing. @param least - characters */
export const secret = (least: 16 | 32) =>
  v.pipe(
    v.string('is missing; make one with: openssl rand -hex 32'),
    v.minLength(least, `must be at least ${least} characters; make one with: openssl rand -hex 32`),
    v.check(
      (value) => !/change|example|secret|password|sample/i.test(value) && new Set(value).size >= 10,
      'is a sample value; make one with: openssl rand -hex 32',
    ),
  )

/** A PostgreSQL server. */
export const databaseUrl = v.pipe(
  v.string('is missing: postgresql://user:password@host/database'),
  v.regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host/database'),
)

/** A mail server. */
export const smtpUrl = v.pipe(
  v.string('is missing: smtps://user:password@host'),
  v.regex(/^smtps?:\/\//, 'must look like smtps://user:password@host'),
)

/** An address that may stand in a mail header. */
export const mailAddress = v.pipe(
  v.string('is missing: an e-mail address'),
  v.check((address) => v.is(emailAddress, address), 'must be a plain e-mail address'),
  v.toLowerCase(),
)

/** Log level. */
export const logLevel = v.picklist(
  ['silent', 'error', 'warn', 'info', 'debug'],
  'must be silent, error, warn, info or debug',
)

function isBareUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hash, pathname, protocol, search, username } = new URL(url)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}
