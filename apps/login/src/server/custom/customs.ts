import { customProvider } from '@foyer/protocol/social'
import { HttpError } from '@foyer/server'
import { type CustomLogin, createTokenVerifier } from '@foyer/server/tokens'

/** A site's own login. */
export type Custom = CustomLogin & {
  /** Name of its users' identities: `custom:acme`. */
  readonly provider: string
  /** @throws HttpError 503 `http-failed` without the issuer's keys, another error for a wrong token */
  readonly verify: ReturnType<typeof createTokenVerifier>
}
/** The configured ones, by provider. */
export type Customs = ReadonlyMap<string, Custom>

export const createCustoms = (logins: readonly CustomLogin[], now: () => number): Customs =>
  new Map(
    logins.map((login) => {
      const provider = customProvider(login.id)
      return [provider, { ...login, provider, verify: createTokenVerifier(login, now) }]
    }),
  )

/** Finds the login of a project's sites. @throws HttpError 404 for a project without one */
export function requireCustom(customs: Customs, projectId: string): Custom {
  const found = [...customs.values()].find(({ projects }) => projects.includes(projectId))
  if (found) return found
  throw new HttpError(404, 'resource-not-found', 'This project has no login of its own')
}
