import { type Foyer, imageUrl, knownWallets, listConnectEntries, readPrompts } from '@foyer/core'
import type { Wallet } from '@foyer/protocol/api'
import type { Screen } from '../router.ts'
import { findOpenPrompt } from '../views/connect/findOpenPrompt.ts'
import { isPhone } from '../views/connect/isPhone.ts'

/** Returns the screen of the wallet that is connecting, if any. */
export function connectingScreen(foyer: Foyer): Screen | undefined {
  const prompt = readPrompts(foyer).at(-1)
  if (!prompt || prompt.connector.type === 'AUTH') return undefined
  const { connector, namespace, wallet } = prompt
  const pairs = connector.type === 'WALLET_CONNECT'
  const entries = listConnectEntries(foyer, { mobile: isPhone() })
  const listed = entries.find(
    (entry) => findOpenPrompt(foyer, entry) === prompt && (!pairs || entry.wallet),
  )
  if (!pairs) {
    const own = { ...unlisted, ...shownOf(connector), connector }
    return { view: 'ConnectingExternal', data: { entry: listed ?? own, namespace } }
  }
  const known = knownWallets(foyer).find(({ id }) => id === wallet.id)
  const entry = listed ?? (known && { ...unlisted, ...shownOf(known), wallet: known })
  if (!entry) return { view: 'ConnectingWalletConnectBasic', data: undefined }
  const { wcLinking } = foyer.store.get().pairing
  return { view: 'ConnectingWalletConnect', data: { entry, opened: wcLinking } }

  function shownOf({ id, image_id, image_url, imageUrl: own, name }: Shown) {
    const stored = image_id ? imageUrl(foyer, { kind: 'wallet', id: image_id }) : undefined
    return { key: id, name, imageUrl: own ?? image_url ?? stored }
  }
}

/** From a connector or a directory wallet. */
type Shown = Pick<Wallet, 'id' | 'name'> &
  Partial<Pick<Wallet, 'image_id' | 'image_url'>> & { imageUrl?: string | undefined }

/** An unlisted wallet, connected by the site itself. */
const unlisted = {
  kind: 'external',
  installed: false,
  recent: false,
  connector: undefined,
  wallet: undefined,
} as const
