import { join } from 'node:path'

/** The folder of the built login pages; their content does not depend on the installation. */
export const loginPages = join(import.meta.dirname, '../../node_modules/.cache/foyer-login-pages')
