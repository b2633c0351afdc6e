import type { WalletRow } from './walletRow.ts'

/** Result of checking a directory row against the npm packages that it cites. */
export type RowReport = {
  readonly name: string
  /** Number of facts found in a package. */
  readonly found: number
  /** Facts that no cited package contains. */
  readonly unchecked: readonly string[]
  /** Facts that a package contradicts, or evidence that is missing. */
  readonly wrong: readonly string[]
  /**
   * Evidence for the id: in a package itself, tied to the image listed beside it, or only on a public page; or the id
   * is our own: the host of the wallet's homepage, reversed.
   */
  readonly id: 'stated' | 'tied' | 'page' | 'own'
}

/**
 * Looks up each fact of a row in the package files that the row names as its sources.
 * @param readSource - reads the text of an `npm:` source
 */
export async function checkRow(
  row: WalletRow,
  readSource: (source: string) => Promise<string>,
): Promise<RowReport> {
  const wrong: string[] = []
  const unchecked: string[] = []
  const texts: string[] = []
  for (const source of row.source ?? []) {
    if (!source.startsWith('npm:')) continue
    try {
      texts.push(plain(await readSource(source)))
    } catch (error) {
      wrong.push(`${source} can not be read: ${(error as Error).message}`)
    }
  }
  let found = 0
  const check = (
    fact: string,
    value: string | undefined,
    needles: readonly (string | undefined)[],
  ) => {
    if (value === undefined) return
    const isThere = needles.some((needle) => needle && texts.some((text) => text.includes(needle)))
    if (isThere) found++
    else wrong.push(`${fact} ${value} stands in none of its packages`)
  }
  check('name', row.name, [`"${plain(row.name)}`, `'${plain(row.name)}`])
  check('rdns', row.rdns, [row.rdns && `"${plain(row.rdns)}"`])
  check('homepage', row.homepage, [bare(row.homepage)])
  check('mobile_link', row.mobile_link, [row.mobile_link && plain(row.mobile_link)])
  check('desktop_link', row.desktop_link, [row.desktop_link && plain(row.desktop_link)])
  check('webapp_link', row.webapp_link, [bare(row.webapp_link)])
  check('app_store', row.app_store, [/(?:id|\/)(\d{8,})$/.exec(row.app_store ?? '')?.[1]])
  check('play_store', row.play_store, [/id=[\w.]+/.exec(row.play_store ?? '')?.[0].toLowerCase()])
  check('chrome_store', row.chrome_store, [/[a-p]{32}/.exec(row.chrome_store ?? '')?.[0]])
  if (row.injected) unchecked.push('injected')
  if (texts.length === 0) wrong.push('no package speaks of it')
  return { name: row.name, found, unchecked, wrong, id: idState(row, texts, wrong) }
}

function idState(row: WalletRow, texts: readonly string[], wrong: string[]): RowReport['id'] {
  if (texts.some((text) => text.includes(`"${row.id}"`))) return 'stated'
  if (row.listing_image !== undefined) {
    if (texts.some((text) => text.includes(`"${row.listing_image}"`))) return 'tied'
    wrong.push(`listing_image ${row.listing_image} stands in none of its packages`)
  }
  const host = row.homepage && new URL(row.homepage).host.replace(/^www\./, '')
  if (host?.split('.').reverse().join('.') === row.id) return 'own'
  if (!row.source?.some((source) => source.startsWith('https:'))) {
    wrong.push('nothing shows where its id comes from')
  }
  return 'page'
}

/** Normalizes a fact for comparison: ignores case, http or https, and a trailing slash. */
function plain(text: string): string {
  return text.toLowerCase().replace(/http:\/\//g, 'https://')
}

function bare(address: string | undefined): string | undefined {
  return address && plain(address).replace(/\/$/, '')
}
