import { isSame } from '@foyer/server'
import type { Context } from 'hono'
import type { Services } from './services.ts'

/**
 * Reads the client on whose behalf another of the operator's servers calls (header `Foyer-Client`), since all its users
 * would share one address in rate limits. Ignored without the service token.
 */
export function operatorClient(
  c: Context,
  { serviceToken }: Pick<Services, 'serviceToken'>,
): string | undefined {
  const named = c.req.header('Foyer-Client')
  if (named === undefined || serviceToken === undefined || !/^[\w-]{16,64}$/.test(named)) return
  const given = c.req.header('Authorization') ?? ''
  return isSame(given, `Bearer ${serviceToken}`) ? `operator:${named}` : undefined
}
