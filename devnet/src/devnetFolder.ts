import { join } from 'node:path'

/** `.foyer/devnet` of the repository: all files that the devnet writes, ignored by git. */
export const devnetFolder = join(import.meta.dirname, '../../.foyer/devnet')
