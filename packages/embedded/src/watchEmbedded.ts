import { alert, type Foyer, readMetadata } from '@foyer/core'
import type { FrameUser, Namespace } from '@foyer/protocol'
import type { EmbeddedConnector } from './embedded.ts'

/**
 * Tells an instance what its embedded wallet tells by itself (alerts, who is logged in), and the wallet how the site looks
 * and what it says of itself.
 *
 * @returns A stop function.
 * @source ledger 3.1 `user`, 3.7, 8.20
 */
export function watchEmbedded(foyer: Foyer, connector: EmbeddedConnector): () => void {
  const { options, store } = foyer
  connector.sync({
    metadata: readMetadata(foyer),
    theme: { themeMode: options.themeMode, themeVariables: options.themeVariables },
  })
  let user: FrameUser | undefined
  const write = () => {
    const { connections, details } = store.get()
    for (const [key, known] of Object.entries(details)) {
      const namespace = key as Namespace
      const connection = connections[namespace]
      if (connection?.status !== 'connected' || connection.connector !== connector || !user)
        continue
      const { email = null, userName } = user
      if (known.user?.email === email && known.user.username === (userName || undefined)) continue
      const shown = { email, ...(userName && { username: userName }) }
      store.set((state) => ({
        ...state,
        details: { ...state.details, [namespace]: { ...known, user: shown } },
      }))
    }
  }
  const stops = [
    connector.events.on('alert', (code) => alert(foyer, code)),
    connector.events.on('lost', (lostLogin) => store.set((state) => ({ ...state, lostLogin }))),
    connector.events.on('user', (next) => {
      user = next
      if (next && store.get().lostLogin) store.set((state) => ({ ...state, lostLogin: undefined }))
      write()
    }),
    store.subscribe(write),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
