import { isSame } from '@foyer/server'
import type { Context } from 'hono'
import type { Services } from './services.ts'

/**
 * The client that another server of the operator calls for, from the header `Foyer-Client`: its users are many and
 * would share one address. Ignored without the service token.
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
