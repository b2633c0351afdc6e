/** Languages of pages and mails. */
const languages = ['en', 'es', 'ar'] as const
export type PageLanguage = (typeof languages)[number]

/**
 * Chooses a document's language: the first of the browser's that there is, else English.
 *
 * @param header - `Accept-Language`.
 * @source RFC 9110 section 12.5.4
 */
export function pageLanguage(header: string | undefined): PageLanguage {
  const wanted = (header ?? '')
    .slice(0, 256)
    .split(',')
    .map((part, index) => {
      const [tag = '', quality = 'q=1'] = part.trim().toLowerCase().split(';')
      const weight = Number(quality.trim().replace(/^q=/, ''))
      return { language: tag.split('-')[0], weight: Number.isFinite(weight) ? weight : 0, index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
  for (const { language } of wanted) {
    const found = languages.find((one) => one === language)
    if (found) return found
  }
  return 'en'
}
