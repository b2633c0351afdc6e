import type { Call } from '@foyer/server'
import { type PageLanguage, pageLanguage } from '@foyer/server'

/** The language of a call's document. */
export const languageOf = (c: Call): PageLanguage => pageLanguage(c.req.header('Accept-Language'))
