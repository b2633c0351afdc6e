import { setTimeout as sleep } from 'node:timers/promises'
import { waitMs } from '@foyer/devnet/waitMs'
import type { Frame, Page } from 'playwright'
import { expect } from 'vitest'
import { approveOn, cardOf, frameOf, inPage, type LoginSite } from '../testLogin.test.kit.ts'

/** Calls a node. */
export async function askNode<result>(
  url: string,
  method: string,
  params: unknown[],
): Promise<result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: result }).result
}

/** Requests a wallet method as a site does. @returns The result, or the error's code. */
export const askWallet = (
  of: Page,
  method: string,
  params: unknown,
  { chainId, chainNamespace = 'eip155' }: { chainId?: string; chainNamespace?: string } = {},
) =>
  inPage(
    of,
    (kit, [namespace, call]) => {
      const connection = kit.site.foyer.store.get().connections[namespace as 'eip155']
      if (connection?.status !== 'connected') throw new Error(`${namespace} is not connected`)
      return connection.provider
        .request(call as Parameters<typeof connection.provider.request>[0])
        .catch((error: { code: string }) => error.code)
    },
    [chainNamespace, { method, params, ...(chainId && { chainId }) }] as const,
  )

/** Tells if the frame has asked the page for a window that is not open yet. */
const isMoved = (of: Page): Promise<boolean> =>
  inPage(of, (kit) => kit.site.told.some(({ name }) => name === 'popup'))

/** Waits for an approval, in the frame or in a separate window for risky requests, which a click on the page opens. */
export async function openApproval(
  of: Page,
  { context, login }: Pick<LoginSite, 'context' | 'login'>,
): Promise<Page | Frame> {
  await expect
    .poll(async () => (await cardOf(await frameOf(of, login)).count()) > 0 || (await isMoved(of)))
    .toBe(true)
  const isPopup = await inPage(of, (kit) => {
    const told = kit.site.told.findLast(({ name }) => name === 'popup')
    if (!told) return false
    const button = document.createElement('button')
    button.textContent = 'Continue in a window'
    button.addEventListener('click', () => {
      ;(told.event as { open(): boolean }).open()
      button.remove()
    })
    document.body.append(button)
    kit.site.told.length = 0
    return true
  })
  if (!isPopup) return frameOf(of, login)
  const listWindows = () => context.pages().filter((one) => one.url().startsWith(`${login}/popup`))
  const before = listWindows().map((one) => one.url())
  await of.locator('button', { hasText: 'Continue in a window' }).click()
  // A window that is still open shows the next request too.
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(20)) {
    const popup = listWindows().find((one) => !before.includes(one.url()))
    if (popup) return popup
  }
  throw new Error('No window has opened.')
}

/**
 * Approves where {@link openApproval} shows the request. On a machine so busy that the frame is not drawn for three seconds, a
 * request moves from the frame to a window, and is approved there.
 */
export async function approveAnywhere(
  of: Page,
  site: Pick<LoginSite, 'context' | 'login'>,
  place?: Page | Frame,
): Promise<void> {
  const shown = place ?? (await openApproval(of, site))
  if ('context' in shown) return approveOn(shown, shown)
  await approveOn(of, shown)
  if (await isMoved(of)) return approveAnywhere(of, site)
}
