import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sourcesKey } from './sourcesKey.ts'
import { writePages } from './writePages.ts'

// `npm run build -w apps/login` writes to dist/pages; the first argument names another folder.
process.env.NODE_ENV = 'production'
const folder = process.argv[2] ?? fileURLToPath(new URL('../../dist/pages', import.meta.url))
await rm(folder, { recursive: true, force: true })
await writePages(folder, await sourcesKey())
console.info(`Pages of the login site: ${folder}`)
