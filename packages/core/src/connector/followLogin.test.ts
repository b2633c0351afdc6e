import { FoyerError } from '@foyer/protocol'
import type { FrameLogin } from '@foyer/protocol/frame'
import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { start } from '../start.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import type { AuthConnector, TellAuth } from './authConnector.ts'
import { followLogin } from './followLogin.ts'

/** A page with a signed-in user, for both namespaces. */
async function loggedIn() {
  let tell: TellAuth = () => {}
  const { connector: wallet } = testWallet('login', { sharesSession: true })
  const connector: AuthConnector = {
    ...wallet,
    type: 'AUTH',
    namespaces: ['eip155', 'solana'],
    loginUrl: 'https://id.example',
    attach(to) {
      const following = followLogin(to, connector)
      tell = following.tell
      return following.stop
    },
    login: {} as FrameLogin,
    abortRequests: () => {},
    sync: () => {},
    setPreferredAccount: async (type) => type,
    getSmartAccountNetworks: async () => [],
    connect: async ({ namespace, ...parameters }) => ({
      ...(await wallet.connect({ namespace, ...parameters })),
      chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1',
    }),
  }
  const foyer = testFoyer({
    connectors: [connector],
    networks: [testNetwork('eip155:1'), testNetwork('solana:5eykt4')],
  })
  const stop = start(foyer)
  await connect(foyer, { connector, namespace: 'eip155' })
  expect(foyer.store.get().connections.solana?.status).toBe('connected')
  return { foyer, stop, tell, approvals: () => foyer.store.get().approvals ?? [] }
}
const ended = { result: undefined, error: undefined }

test('[4.19] an approval is in the state until it is answered, once for both namespaces', async () => {
  const { approvals, foyer, tell } = await loggedIn()
  tell('approval:start', { id: 'a', method: 'personal_sign' })
  tell('approval:start', { id: 'b', method: 'solana_signMessage' })
  expect(approvals()).toEqual([
    { id: 'a', method: 'personal_sign' },
    { id: 'b', method: 'solana_signMessage' },
  ])
  const open = () => true
  tell('approval:popup', { id: 'b', reason: 'value', open })
  expect(approvals()[1]).toEqual({
    id: 'b',
    method: 'solana_signMessage',
    popup: { reason: 'value', open },
  })
  tell('approval:window', { id: 'b', window: 'closed' })
  tell('approval:window', { id: 'a', window: 'closed' })
  expect(approvals().map(({ popup }) => popup?.window)).toEqual([undefined, 'closed'])
  tell('approval:end', { id: 'a', method: 'personal_sign', ...ended })
  expect(approvals().map(({ id }) => id)).toEqual(['b'])

  // One namespace disconnects, the other stays.
  await disconnect(foyer, { namespace: 'eip155' })
  expect(approvals().map(({ id }) => id)).toEqual(['b'])
  await disconnect(foyer, { namespace: 'solana' })
  expect(approvals()).toEqual([])
  tell('approval:start', { id: 'c', method: 'personal_sign' })
  expect(approvals()).toEqual([])
})

test('[4.18] a call that was rejected for its method is in the state', async () => {
  const { foyer, tell } = await loggedIn()
  const error = new FoyerError('rpc-call-not-allowed', { details: 'eth_sign' })
  tell('refused', { method: 'eth_sign', error })
  expect(foyer.store.get().refused).toBe(error)
})
