import type { ResponseOf } from '@foyer/protocol'
import type { getNfts, Nft } from '@foyer/protocol/api'
import { nativeToken } from '../account/testTokens.test.kit.ts'

export const collection = '0x495f947276749Ce646f68AC8c248420045cb7b5e'

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 45% 30%)"/><circle cx="${12 + (hue % 17)}" cy="12" r="5" fill="#fff4d6"/><path d="M0 27q10-7 20-1t20-2v16H0z" fill="hsl(${hue} 45% 16%)"/></svg>`,
  )}`

/** An NFT as the api lists it. */
export const testNft = (index: number, more: Partial<Nft> = {}): Nft => ({
  chainId: 'eip155:1',
  contract: collection,
  tokenId: String(index),
  name: `Harbour Lights #${index}`,
  collection: 'Harbour Lights',
  imageUrl: picture((index * 67) % 360),
  standard: 'ERC721',
  isSpam: false,
  isPending: false,
  quantity: '1',
  ...more,
})

/** An api in the page with NFTs: answers `fetch` as `apps/api` does, and records requests. */
export type TestNfts = {
  readonly url: string
  nfts: Nft[]
  pageSize: number
  /** Requests for the NFTs. */
  readonly asked: URL[]
  /** Addresses of names. */
  readonly names: Record<string, string>
  /** Instead of a page. */
  answer: () => Promise<Response | undefined>
  /** Restores `fetch`. */
  stop: () => void
}

export function testNfts(nfts: Nft[] = [1, 2, 3].map((index) => testNft(index))): TestNfts {
  const pageFetch = globalThis.fetch
  const api: TestNfts = {
    url: 'https://nfts.invalid',
    nfts,
    pageSize: 50,
    asked: [],
    names: {},
    answer: async () => undefined,
    stop: () => {
      globalThis.fetch = pageFetch
    },
  }
  const coverage = { from: '2025-11-01T00:00:00.000Z', internalTransfers: false }
  const readPage = (cursor: string | null): ResponseOf<typeof getNfts> => {
    const start = Number(cursor ?? 0)
    const end = start + api.pageSize
    const next = end < api.nfts.length ? String(end) : null
    return { data: api.nfts.slice(start, end), next, coverage }
  }
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (url.origin !== api.url) return pageFetch(input, init)
    if (url.pathname.endsWith('/balance')) return Response.json({ balances: [nativeToken] })
    if (url.pathname.endsWith('/history')) return Response.json({ data: [], next: null, coverage })
    const [, name] = /\/v1\/profile\/account\/(.*)/.exec(url.pathname) ?? []
    if (name !== undefined) return answerName(name, api.names[name])
    if (!url.pathname.endsWith('/nfts')) return Response.json({ isAnalyticsEnabled: false })
    api.asked.push(url)
    const answer = await api.answer()
    init?.signal?.throwIfAborted()
    return answer ?? Response.json(readPage(url.searchParams.get('cursor')))
  }
  return api
}

function answerName(name: string, address: string | undefined): Response {
  if (address === undefined)
    return Response.json({ error: { code: 'resource-not-found', message: 'no' } }, { status: 404 })
  const unknown = { registeredAt: null, updatedAt: null, attributes: {} }
  return Response.json({ name, ...unknown, addresses: { '60': { address, createdAt: null } } })
}
