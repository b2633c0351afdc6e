import { join } from 'node:path'

/** Where the pages of the login site are built: they are the same for whoever starts them. */
export const loginPages = join(import.meta.dirname, '../../node_modules/.cache/foyer-login-pages')
