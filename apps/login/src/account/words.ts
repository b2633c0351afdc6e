import { pageLanguage } from '../approve/pageLanguage.ts'
import type { AccountWords } from './i18n/accountWords.ts'
import { ar } from './i18n/ar.ts'
import { en } from './i18n/en.ts'
import { es } from './i18n/es.ts'

/** All texts of the pages `/security` and `/export`, in the document's language. */
export const words: AccountWords = { en, es, ar }[pageLanguage]
