import { FoyerError } from '@foyer/protocol'
import type { FrameLogin } from '@foyer/protocol/frame'
import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { start } from '../start.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import type { AuthConnector, EmitAuthEvent } from './authConnector.ts'
import { followLogin } from './followLogin.ts'

/** A page with a signed-in user, for both namespaces. */
async function loggedIn() {
  let emit: EmitAuthEvent = () => {}
  const { connector: wallet } = testWallet('login', { sharesSession: true })
  const connector: AuthConnector = {
    ...wallet,
    type: 'AUTH',
    namespaces: ['eip155', 'solana'],
    loginUrl: 'https://id.example',
    attach(to) {
      const following = followLogin(to, connector)
      emit = following.emit
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
  return { foyer, stop, emit, approvals: () => foyer.store.get().approvals ?? [] }
}
const ended = { result: undefined, error: undefined }

test('[4.19] an approval is in the state until it is answered, once for both namespaces', async () => {
  const { approvals, foyer, emit } = await loggedIn()
  emit('approval:start', { id: 'a', method: 'personal_sign' })
  emit('approval:start', { id: 'b', method: 'solana_signMessage' })
  expect(approvals()).toEqual([
    { id: 'a', method: 'personal_sign' },
    { id: 'b', method: 'solana_signMessage' },
  ])
  const open = () => true
  emit('approval:popup', { id: 'b', reason: 'value', open })
  expect(approvals()[1]).toEqual({
    id: 'b',
    method: 'solana_signMessage',
    popup: { reason: 'value', open },
  })
  emit('approval:window', { id: 'b', window: 'closed' })
  emit('approval:window', { id: 'a', window: 'closed' })
  expect(approvals().map(({ popup }) => popup?.window)).toEqual([undefined, 'closed'])
  emit('approval:end', { id: 'a', method: 'personal_sign', ...ended })
  expect(approvals().map(({ id }) => id)).toEqual(['b'])

  // One namespace disconnects, the other stays.
  await disconnect(foyer, { namespace: 'eip155' })
  expect(approvals().map(({ id }) => id)).toEqual(['b'])
  await disconnect(foyer, { namespace: 'solana' })
  expect(approvals()).toEqual([])
  emit('approval:start', { id: 'c', method: 'personal_sign' })
  expect(approvals()).toEqual([])
})

test('[4.18] the error of an unsupported method is in the state', async () => {
  const { foyer, emit } = await loggedIn()
  const error = new FoyerError('rpc-call-not-allowed', { details: 'eth_sign' })
  emit('refused', { method: 'eth_sign', error })
  expect(foyer.store.get().refused).toBe(error)
})
