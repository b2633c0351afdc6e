import { secretsOfUrl } from '../log/secretsOfUrl.ts'
import type { DatabaseLocation } from './openDatabase.ts'

/** What must not be seen of where rows live. */
export const secretsOfLocation = <schema extends Record<string, unknown>>(
  location: DatabaseLocation<schema>,
): string[] => (location.kind === 'postgres' ? secretsOfUrl(location.url) : [])
