import type { Wallet } from '@foyer/protocol/api'

/** A wallet directory in the page: answers `fetch` as the api does, and records requests. */
export type TestDirectory = {
  readonly url: string
  wallets: Wallet[]
  /** Requests, as path and query. */
  readonly asked: URL[]
  /** Runs before each answer. */
  answer: (url: URL) => Promise<void>
  /** Restores `fetch`. */
  stop: () => void
}

const hues = [262, 205, 24, 152, 340, 48, 290, 120]
const marks = [
  '<circle cx="18" cy="18" r="8"/>',
  '<path d="M10 24l8-14 8 14z"/>',
  '<rect x="11" y="11" width="14" height="14" rx="4"/>',
  '<path d="M18 9l9 9-9 9-9-9z"/>',
  '<path d="M9 15a9 7 0 0 1 18 0v6a9 7 0 0 1-18 0z"/>',
  '<path d="M11 11h6v14h-6zM20 11h5v9h-5z"/>',
]

/** A distinct image per number. */
export function testLogo(index: number): string {
  const hue = hues[index % hues.length] ?? 0
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} 75% 58%)"/><stop offset="1" stop-color="hsl(${hue + 20} 80% 42%)"/></linearGradient></defs><rect width="36" height="36" fill="url(#g)"/><g fill="#fff">${marks[index % marks.length]}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const first = ['Harbour', 'Marigold', 'Northwind', 'Pebble', 'Quill', 'Lantern', 'Saffron', 'Tidal']
const second = ['', ' Wallet', ' Vault', ' One', ' Pocket', ' Key', ' Go', ' Safe']

export function testWallet(index: number, more: Partial<Wallet> = {}): Wallet {
  const name = `${first[index % first.length]}${second[Math.floor(index / first.length) % second.length]}`
  return {
    id: `wallet-${index}`,
    name: index < 64 ? name : `${name} ${Math.floor(index / 64) + 1}`,
    rdns: `example.wallet-${index}`,
    image_url: testLogo(index),
    chains: ['eip155:1'],
    homepage: `https://wallet-${index}.example`,
    chrome_store: `https://chrome.example/${index}`,
    app_store: `https://apps.example/${index}`,
    play_store: `https://play.example/${index}`,
    ...more,
  }
}

export function testDirectory(count = 130): TestDirectory {
  const pageFetch = globalThis.fetch
  const directory: TestDirectory = {
    url: 'https://api.invalid',
    wallets: Array.from({ length: count }, (_, index) => testWallet(index)),
    asked: [],
    answer: async () => {},
    stop: () => {
      globalThis.fetch = pageFetch
    },
  }
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (url.origin !== directory.url) return pageFetch(input, init)
    directory.asked.push(url)
    await directory.answer(url)
    init?.signal?.throwIfAborted()
    if (url.pathname !== '/getWallets') return Response.json({ isAnalyticsEnabled: false })
    const get = (name: string) => url.searchParams.get(name) ?? undefined
    const search = get('search')?.toLowerCase() ?? ''
    const include = get('include')?.split(',')
    const exclude = get('exclude')?.split(',') ?? []
    const found = directory.wallets.filter(
      ({ id, name }) =>
        name.toLowerCase().includes(search) &&
        (!include || include.includes(id)) &&
        !exclude.includes(id),
    )
    const entries = Number(get('entries') ?? 40)
    const start = (Number(get('page') ?? 1) - 1) * entries
    return Response.json({ data: found.slice(start, start + entries), count: found.length })
  }
  return directory
}
