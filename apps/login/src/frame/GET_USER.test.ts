import type { FrameContext } from '@foyer/embedded/frame'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FrameAccount, ReadyWallet } from './createFrameAccount.ts'
import { getUser } from './GET_USER.ts'
import { createNetworks } from './networks.ts'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const wallet = { status: 'ready', addresses: { evm, sol: '' } } as ReadyWallet
const nowMs = Date.parse('2026-11-21T12:00:00Z')

/** A fresh login, and its actions with and without asking the user. */
function freshLogin(ready: ReadyWallet = wallet) {
  const done: string[] = []
  const account = {
    load: async () => ready,
    requireReady: async () => ready,
    facts: async () => ({
      email: 'ada@example.com',
      logins: [{ provider: 'email', userName: null }],
    }),
    takeFreshLogin: () => true,
    ask: async (name: string) => {
      done.push(name)
      return name === 'prepare' ? { digest: '0x00' } : '0xsigned'
    },
  } as unknown as FrameAccount
  const networks = createNetworks([
    { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 },
  ])
  const handle = getUser({
    account,
    networks,
    approve: (async () => {
      done.push('approve')
      return '0xapproved'
    }) as never,
    unlock: async () => ready,
    now: () => nowMs,
  })
  const context = { origin: 'https://app.example', signal: new AbortController().signal }
  const signIn = (resources: string[]) =>
    handle({ chainId: 'eip155:1', siwxMessage: text(resources) }, context as FrameContext)
  return { done, signIn }
}

const text = (resources: string[]) =>
  [
    `app.example wants you to sign in with your Ethereum account:\n${evm}\n\n`,
    'URI: https://app.example',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh1234',
    'Issued At: 2026-11-21T12:00:00.000Z',
    ...(resources.length > 0 ? ['Resources:', ...resources.map((one) => `- ${one}`)] : []),
  ].join('\n')

test('signs the site’s sign-in message without another prompt right after a login', async () => {
  const { done, signIn } = freshLogin()
  expect(await signIn(['https://app.example/terms'])).toMatchObject({ signature: '0xsigned' })
  expect(done).toEqual(['prepare', 'sign'])
})

test('prompts for a sign-in message that delegates rights (ReCap), even right after a login', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.mixedCase(fc.constant('urn:recap:')),
      fc.array(fc.constant('https://app.example/terms'), { maxLength: 2 }),
      async (prefix, others) => {
        const { done, signIn } = freshLogin()
        const granting = await signIn([...others, `${prefix}eyJhdHQiOnt9fQ`])
        expect(granting).toMatchObject({ signature: '0xapproved' })
        expect(done).toEqual(['approve'])
      },
    ),
  )
})

test('prompts for every sign-in message of a wallet that passkeys hold, which each signature opens', async () => {
  const { done, signIn } = freshLogin({ ...wallet, passkey: true } as unknown as ReadyWallet)
  expect(await signIn(['https://app.example/terms'])).toMatchObject({ signature: '0xapproved' })
  expect(done).toEqual(['approve'])
})
