import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createNodeWallet, walletError } from './nodeWallet.test.kit.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const parts = {
  ...{ domain: 'site.example', uri: 'https://site.example', version: '1' as const },
  ...{ nonce: 'k9rfa2ns81', issuedAt: '2026-01-01T00:00:00Z', statement: 'Sign in to Site.' },
}
const signed = { message: `${parts.domain} wants …`, signature: '0x51' }

/** Connects to a wallet that answers `wallet_connect` in this way. */
function open(
  answer: (params: never) => unknown,
  signIn: connect.Parameters['signIn'] = async () => parts,
  signal = new AbortController().signal,
) {
  const wallet = createNodeWallet({
    nodes: [{ chainId: 31337, url: '' }],
    answers: {
      wallet_connect: answer,
      eth_accounts: () => [address],
      eth_requestAccounts: () => [address],
    },
  })
  const { provider } = wallet
  return { wallet, session: connect({ provider, silent: false, signal, onPending() {}, signIn }) }
}
const prompts = ({ methods }: ReturnType<typeof open>['wallet']) =>
  methods().filter((method) => /connect|requestAccounts/.test(method))

test('connects and signs in with one approval of a wallet that knows ERC-7846', async () => {
  const asked: unknown[] = []
  const { session, wallet } = open((params) => {
    asked.push(params)
    return { accounts: [{ address, capabilities: { signInWithEthereum: signed } }] }
  })
  expect(await session).toMatchObject({
    ...{ accounts: [{ address }], chainId: 'eip155:31337', signedIn: signed },
  })
  expect(asked).toEqual([
    [
      {
        version: '1',
        capabilities: { signInWithEthereum: { ...parts, chainId: '0x7a69' } },
      },
    ],
  ])
  expect(prompts(wallet)).toEqual(['wallet_connect'])
})

test.each([
  ['does not know it', () => Promise.reject(walletError(-32601, 'no such method'))],
  ['leaves out the sign-in', () => ({ accounts: [{ address }] })],
  ['answers with something else', () => 'yes'],
])('only connects a wallet that %s', async (_, answer) => {
  const { session, wallet } = open(answer)
  expect(await session).toMatchObject({ accounts: [{ address }] })
  expect((await session).signedIn).toBeUndefined()
  expect(prompts(wallet)).toEqual(['wallet_connect', 'eth_requestAccounts'])
})

test('asks in the usual way when the server gave nothing to sign', async () => {
  const { session, wallet } = open(
    () => expect.fail('nothing to sign'),
    async () => undefined,
  )
  await session
  expect(prompts(wallet)).toEqual(['eth_requestAccounts'])
})

test('error: a connect that was cancelled while the server was asked opens no prompt', async () => {
  for (const given of [parts, undefined]) {
    const controller = new AbortController()
    const { session, wallet } = open(
      () => expect.fail('cancelled'),
      async () => {
        controller.abort()
        return given
      },
      controller.signal,
    )
    await expect(session).rejects.toMatchObject({ code: 'request-aborted' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(prompts(wallet)).toEqual([])
  }
})

test('error: a wallet that does not know ERC-7846 is asked no more after a cancel', async () => {
  const controller = new AbortController()
  const { session, wallet } = open(
    () => {
      controller.abort()
      throw walletError(-32601, 'no such method')
    },
    undefined,
    controller.signal,
  )
  await expect(session).rejects.toMatchObject({ code: 'request-aborted' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(prompts(wallet)).toEqual(['wallet_connect'])
})

test('error: a rejection is final: the user is not asked in another way', async () => {
  const { session, wallet } = open(() => Promise.reject(walletError(4001, 'no')))
  await expect(session).rejects.toMatchObject({ code: 'user-rejected' })
  await expect(session).rejects.toBeInstanceOf(FoyerError)
  expect(prompts(wallet)).toEqual(['wallet_connect'])
})
