import { FoyerError } from '../errors.ts'

/**
 * Rights that a sign-in delegates: by resource, actions (`request/personal_sign`), each with its limits.
 *
 * @source https://eips.ethereum.org/EIPS/eip-5573
 */
export type Recap = Readonly<
  Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
>

const prefix = 'urn:recap:'
/** The case of a URN's prefix has no meaning. @source RFC 8141 */
const isRecapUri = (uri: string) => uri.slice(0, prefix.length).toLowerCase() === prefix
const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** Builds the last entry of a sign-in's resources. */
export function formatRecap(recap: Recap): string {
  const json = JSON.stringify({ att: sorted(recap), prf: [] })
  const text = String.fromCharCode(...new TextEncoder().encode(json))
  return prefix + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads the rights of a sign-in. Only the last resource can be a ReCap.
 *
 * @returns undefined if there are none
 * @throws FoyerError `params-invalid` for one that can not be read
 */
export function readRecap(resources: readonly string[] | undefined): Recap | undefined {
  if (resources?.slice(0, -1).some(isRecapUri)) throw invalid('it is not the last resource')
  const last = resources?.at(-1)
  if (last === undefined || !isRecapUri(last)) return undefined
  try {
    const base64 = last.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const { att } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as {
      att?: unknown
    }
    if (isRecap(att)) return att
  } catch (cause) {
    throw invalid('it can not be read', cause)
  }
  throw invalid('its shape is another one')
}

/** Returns the sentence with which the statement of a sign-in must end. */
export function recapSentence(recap: Recap): string {
  const parts = Object.entries(sorted(recap)).flatMap(([resource, abilities]) => {
    const names = new Map<string, string[]>()
    for (const ability of Object.keys(abilities)) {
      const [space = '', name = ''] = ability.split('/')
      names.set(space, [...(names.get(space) ?? []), `'${name}'`])
    }
    return [...names].map(([space, list]) => `'${space}': ${list.join(', ')} for '${resource}'.`)
  })
  return `${opening} ${parts.map((part, index) => `(${index + 1}) ${part}`).join(' ')}`
}

/** The order of keys is part of the standard. */
function sorted(recap: Recap): Recap {
  const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
  return Object.fromEntries(
    Object.entries(recap)
      .sort(byKey)
      .map(([resource, abilities]) => [
        resource,
        Object.fromEntries(Object.entries(abilities).sort(byKey)),
      ]),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isRecap(value: unknown): value is Recap {
  return (
    isObject(value) &&
    Object.values(value).every(
      (abilities) =>
        isObject(abilities) &&
        Object.entries(abilities).every(
          ([ability, limits]) =>
            /^[^/\s]+\/[^/\s]+$/.test(ability) && Array.isArray(limits) && limits.every(isObject),
        ),
    )
  )
}

function invalid(details: string, cause?: unknown): FoyerError {
  return new FoyerError('params-invalid', { cause, details: `The ReCap is not valid: ${details}.` })
}
