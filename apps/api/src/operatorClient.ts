import { isSame } from '@foyer/server'
import type { Context } from 'hono'
import type { Services } from './services.ts'

/**
 * Whom another server of the operator asks for, by the header `Foyer-Client`: its visitors are many and would share one
 * address. Without the service token the header says nothing.
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
