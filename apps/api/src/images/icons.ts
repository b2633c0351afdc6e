import { drawMonogram } from './drawMonogram.ts'
import type { ImageFile } from './imageFile.ts'
import { networkNames } from './networkNames.ts'
import { publicImageIds } from './publicImageIds.ts'
import { readWeb3Icon } from './readWeb3Icon.ts'

/** Images by id, all from local files or drawn. */
export type Icons = {
  wallet(wallet: { id: string; name: string; icon?: string | undefined }): Promise<ImageFile>
  /**
   * The picture of a network by its CAIP-2 id or its logo's name (`arbitrum-one`), or of a connector (`walletConnect`);
   * both also by the ids of existing clients.
   */
  asset(id: string): Promise<ImageFile | undefined>
  /** The picture of a token by its symbol, in any case. */
  token(symbol: string): Promise<ImageFile | undefined>
}

/** Names that the server knows in addition to the public ones: its own chains and their tokens. */
export type KnownNames = {
  readonly networks: readonly {
    readonly id: string
    readonly name: string
    readonly icon?: string | undefined
  }[]
  readonly tokens: readonly {
    readonly symbol: string
    readonly name: string
    readonly icon?: string | undefined
  }[]
}

const connectorLogos: ReadonlyMap<string, string> = new Map([
  ['walletConnect', 'wallet-connect'],
  ['coinbaseWallet', 'coinbase'],
  ['safe', 'safe'],
  ['ledger', 'ledger'],
])

/** Logos of @web3icons/core, and monograms for known names without a logo there. */
export function createIcons(
  { networks, tokens }: KnownNames = { networks: [], tokens: [] },
): Icons {
  const ownNetworks = new Map(networks.map((network) => [network.id, network]))
  const logos = new Set([
    ...Object.values(networkNames).map(([, icon]) => icon),
    ...networks.flatMap(({ icon }) => icon ?? []),
  ])
  const ownTokens = new Map(tokens.map((token) => [token.symbol.toUpperCase(), token]))
  return {
    async wallet({ icon, id, name }) {
      const logo = icon === undefined ? undefined : await readWeb3Icon(icon)
      return logo ?? drawMonogram({ id, name })
    },
    async asset(given) {
      const id = publicImageIds.get(given.toLowerCase()) ?? given
      const connector = connectorLogos.get(id)
      if (connector !== undefined) return readWeb3Icon(`wallets/${connector}`)
      if (logos.has(id)) return readWeb3Icon(`networks/${id}`)
      const own = ownNetworks.get(id)
      const [name, icon] = Object.hasOwn(networkNames, id) ? networkNames[id]! : []
      const logo = own?.icon ?? icon
      const picture = logo === undefined ? undefined : await readWeb3Icon(`networks/${logo}`)
      const label = own?.name ?? name
      return picture ?? (label === undefined ? undefined : drawMonogram({ id, name: label }))
    },
    async token(text) {
      const symbol = text.toUpperCase()
      const own = ownTokens.get(symbol)
      const logo = await readWeb3Icon(`tokens/${own?.icon ?? symbol}`)
      return logo ?? (own && drawMonogram({ id: symbol, name: own.symbol }))
    },
  }
}
