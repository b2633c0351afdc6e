/** Only the start of a mail is read, characters: codes and links are near its beginning. */
const readLimit = 200_000
const mostCodes = 5
const mostLinks = 10
/** No mail server accepts a longer address. */
const longestLink = 4_096

const unseen = ['head', 'style', 'script', 'title', 'template']
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' ',
}
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (_, name: string) => entities[name] as string)

/** Extracts the approximate text of HTML, to search and to read, never to render as HTML. Linear time on any input. */
export function wordsOfHtml(html: string): string {
  let inside: string | undefined
  const [first = '', ...parts] = html.split('<')
  const words = [first]
  for (const part of parts) {
    const tag = /^\/?[a-z][a-z0-9]*/i.exec(part)?.[0].toLowerCase()
    if (inside !== undefined) {
      if (tag !== `/${inside}`) continue
      inside = undefined
    } else if (tag !== undefined && unseen.includes(tag)) {
      inside = tag
      continue
    }
    const end = part.indexOf('>')
    if (end < 0) continue
    const breaks = tag !== undefined && /^\/?(p|div|tr|table|h[1-6]|li|ul|ol|br)$/.test(tag)
    words.push(breaks ? '\n' : ' ', part.slice(end + 1))
  }
  return decode(words.join(''))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/**
 * Finds the codes and links that a user would copy from a mail.
 *
 * @returns Codes of six to eight digits (also written `123 456` or `123-456`), and http and https links.
 */
export function codesAndLinks({ html = '', text }: { text: string; html?: string | undefined }): {
  codes: string[]
  links: string[]
} {
  const part = html.slice(0, readLimit)
  const words = `${text.slice(0, readLimit)}\n${wordsOfHtml(part)}`
  const targets = [...part.matchAll(/\shref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi)].map(
    ([, double, single]) => decode(double ?? single ?? '').trim(),
  )
  const written = words.match(/https?:\/\/[^\s<>"'`{}|\\^]+/gi) ?? []
  const links = [...written.map(withoutPunctuation), ...targets].filter(isLink)
  // Digits in a link are not a code.
  const alone = words
    .split(/(\s+)/)
    .filter((word) => !word.includes('://'))
    .join('')
  const codes = [
    ...alone.matchAll(
      /(?<![\w.,:/#+-])(?:\d{6,8}|(?<!\d[ -])\d{3}[ -]\d{3}(?! \d))(?![\w/-]|[.,:]\d)/g,
    ),
  ].map(([code]) => code.replace(/\D/g, ''))
  return {
    codes: [...new Set(codes)].slice(0, mostCodes),
    links: [...new Set(links)].slice(0, mostLinks),
  }
}

const isLink = (text: string) =>
  text.length <= longestLink && /^https?:\/\//i.test(text) && URL.canParse(text)

/** Removes a full stop or a bracket after a link, which belongs to the sentence. */
function withoutPunctuation(link: string): string {
  let end = Math.min(link.length, longestLink + 1)
  while (end > 0 && '.,;:!?)]'.includes(link[end - 1] as string)) end -= 1
  return link.slice(0, end)
}
