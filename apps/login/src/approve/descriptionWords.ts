import { arDescription, enDescription, esDescription } from '@foyer/ui/description'
import { pageLanguage } from './pageLanguage.ts'

/** The texts of descriptions in the document's language. */
export const descriptionWords = { en: enDescription, es: esDescription, ar: arDescription }[
  pageLanguage
]
