import { loginRpc, readPermissions, revokePermission } from '@foyer/protocol/login'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, expectAccessible, show } from '../account/accountScreens.test.kit.tsx'
import { fakeSession } from '../account/fakeSession.test.kit.ts'
import { PermissionsPanel } from './PermissionsPanel.tsx'

const network = { id: 'eip155:1', name: 'Ethereum' } as never

/** The panel with one permission, over a node that answers so to the call that revokes it. */
function showPanel(receipt: { status: string }) {
  const session = fakeSession()
  const { call } = session
  const permission = {
    ...{ chainId: 'eip155:1', context: '0x', digest: `0x${'1'.repeat(64)}` },
    ...{ origin: 'https://shop.example', createdAt: 1, expiresAt: Date.now() + 86_400_000 },
    revokedAt: null as number | null,
  }
  const answers: Record<string, unknown> = {
    eth_getTransactionCount: '0x0',
    eth_estimateGas: '0x5208',
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBlockByNumber: { baseFeePerGas: '0x1' },
    // The hash of the transaction 0x02.
    eth_sendRawTransaction: '0xf2ee15ea639b73fa3db9b34a245bdfa015c260c598b211bf05a1ecc4b3e3b4f2',
    eth_getTransactionReceipt: receipt,
  }
  session.call = async (endpoint, body) => {
    if (endpoint.path === readPermissions.path) return { permissions: [permission] } as never
    if (endpoint.path === revokePermission.path) {
      permission.revokedAt = Date.now()
      return { revokedAt: permission.revokedAt } as never
    }
    if (endpoint.path !== loginRpc.path) return call(endpoint, body)
    const { id, method } = Object(body).request
    return { response: { jsonrpc: '2.0', id, result: answers[method] } } as never
  }
  const { keys } = session
  const ask = keys.ask.bind(keys)
  keys.ask = (async (name: string, params: never) => {
    if (name === 'prepare') return { digest: '0x00' }
    return name === 'sign' ? '0x02' : ask(name as 'load', params)
  }) as typeof keys.ask
  show(session, 'Security', <PermissionsPanel />, { networks: [network] })
}
const stop = async () => {
  await button('Stop the permission of shop.example').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
}

test('removes a permission once the network has revoked it', async () => {
  showPanel({ status: '0x1' })
  await stop()
  await expect.element(page.getByText('shop.example')).not.toBeInTheDocument()
})

test('keeps a permission that the network still honours, with the way to stop it there', async () => {
  showPanel({ status: '0x0' })
  await stop()
  await expect.element(page.getByText(/did not carry this out/)).toBeVisible()
  await expectAccessible()
  await button('Cancel').click()
  await expect.element(page.getByText(/stopped here\. If you did not confirm it/)).toBeVisible()
  await expect
    .element(button('Stop the permission of shop.example'))
    .toHaveTextContent('Stop on the network')
})
