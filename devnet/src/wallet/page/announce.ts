/** The announced info: EIP-6963 requires strings, hostile wallets use anything. */
export type Announced = { name: unknown; rdns: unknown; icon: unknown }

/**
 * Announces a provider now and whenever a site requests it.
 *
 * @source EIP-6963
 */
export function announce({ name, rdns, icon }: Announced, provider: object): void {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns })
  const detail = Object.freeze({ info, provider })
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', say)
  say()
}
