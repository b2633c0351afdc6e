import { readNetwork } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { shortenAddress } from '../format/shortenAddress.ts'
import type { Modal } from '../modal.ts'
import { type ButtonHint, buttonCookie } from './buttonHint.ts'

/** Lifetime of the cookie, s. */
const maxAgeS = 30 * 24 * 3600

/**
 * Stores the content of the buttons in a cookie, so that your server can render it: the shortened address, the balance
 * and the network's name. Without a connection the cookie is deleted.
 *
 * @returns A stop function; the cookie stays.
 */
export function keepButtonHint(modal: Modal): () => void {
  const { foyer, language } = modal
  let isStopped = false
  let stops: (() => void)[] = []
  let kept: string | undefined
  const start = async () => {
    const { fullLook } = await import('./fullLook.ts')
    if (isStopped) return
    const plain = document.createElement('span')
    const write = () => {
      const { activeNamespace, connections, phase } = foyer.store.get()
      // Connections from before the reload are still pending.
      if (
        phase !== 'ready' ||
        Object.values(connections).some(({ status }) => status === 'connecting')
      )
        return
      const namespaces: Record<string, ButtonHint['namespaces'][string]> = {}
      for (const name of new Set([activeNamespace, ...Object.keys(connections)])) {
        const namespace = name as Namespace
        const connection = connections[namespace]
        const address = connection?.status === 'connected' ? connection.address : undefined
        namespaces[name] = {
          network: readNetwork(foyer, namespace)?.name,
          ...(address && {
            address: shortenAddress(address),
            balance: fullLook.account(modal, { address, element: plain, namespace }).aside,
          }),
        }
      }
      const isConnected = Object.values(namespaces).some((one) => one?.address)
      const hint: ButtonHint = { active: activeNamespace, namespaces }
      const text = isConnected ? encodeURIComponent(JSON.stringify(hint)) : ''
      if (text === kept) return
      kept = text
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `${buttonCookie}=${text}; path=/; samesite=lax; max-age=${text ? maxAgeS : 0}${location.protocol === 'https:' ? '; secure' : ''}`
    }
    write()
    stops = [foyer.store, language.store].map((store) => store.subscribe(write))
  }
  start().catch((error) => foyer.log('info', 'the buttons are not kept for the server', error))
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
