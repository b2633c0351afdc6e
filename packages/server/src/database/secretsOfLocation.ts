import { secretsOfUrl } from '../log/secretsOfUrl.ts'
import type { DatabaseLocation } from './openDatabase.ts'

/** Returns the secrets in a database location, for redaction in logs. */
export const secretsOfLocation = <schema extends Record<string, unknown>>(
  location: DatabaseLocation<schema>,
): string[] => (location.kind === 'postgres' ? secretsOfUrl(location.url) : [])
