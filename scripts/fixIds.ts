/** Writes the links from threats to their tests into the security model; part of `npm run fix`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { idPages, linkedSecurityModel } from './checkIds.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, idPages.security), linkedSecurityModel(root).linked)
