import { afterEach, expect, test, vi } from 'vitest'
import { createNodeWallet, walletError } from './nodeWallet.test.kit.ts'
import { revoke } from './revoke.ts'

afterEach(() => {
  vi.useRealTimers()
})
const createWallet = (answer: () => unknown) =>
  createNodeWallet({ nodes: [], answers: { wallet_revokePermissions: answer } })
const fail = (error: unknown) =>
  createWallet(() => {
    throw error
  })

test('revokes the permission', async () => {
  const wallet = createNodeWallet({ nodes: [] })
  wallet.setAccounts(['x'])
  await revoke(wallet.provider)
  expect(wallet.calls).toEqual([
    { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] },
  ])
  expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
})

test.each([
  walletError(4200, 'Unsupported'),
  walletError(-32601, 'The method does not exist / is not available.'),
  walletError(-32603, 'Method not found'),
  walletError(-32603, 'wrapped', { originalError: { code: -32601 } }),
  { message: 'wallet_revokePermissions is not supported' },
  'Unknown method',
])('ignores a wallet that cannot revoke (%#)', async (error) => {
  await revoke(fail(error).provider)
})

test('ignores a wallet that does not answer, within 3 s', async () => {
  vi.useFakeTimers()
  let done = false
  const revoking = revoke(createWallet(() => new Promise(() => {})).provider).then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).toBe(true)
  await revoking
})

test('error: a wallet that rejects', async () => {
  const error = walletError(4001, 'User rejected the request.')
  await expect(revoke(fail(error).provider)).rejects.toMatchObject({
    code: 'disconnect-failed',
    cause: { code: 'user-rejected' },
  })
})
