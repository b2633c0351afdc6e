import { secretsOfUrl } from '../log/secretsOfUrl.ts'
import type { DatabaseLocation } from './openDatabase.ts'

/** The secrets in a database location, to be kept out of logs. */
export const secretsOfLocation = <schema extends Record<string, unknown>>(
  location: DatabaseLocation<schema>,
): string[] => (location.kind === 'postgres' ? secretsOfUrl(location.url) : [])
