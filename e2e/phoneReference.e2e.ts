import {
  devnetAccounts,
  foyerDevnet,
  foyerDevnetTwo,
  solanaAccounts,
  solanaDevnet,
} from '@foyer/devnet'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'
import type { Page } from 'playwright'
import { createPublicClient, http, verifyMessage } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isSigned } from './isSigned.ts'
import { approve, asks, press } from './phoneSteps.ts'
import { type ReferenceSite, startReferenceSite } from './referenceSite.ts'
import type { TestUser } from './testUser.ts'
import { testWorld } from './testWorld.ts'
import { transferSol } from './transferSol.ts'

const fromBase58 = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
const toBase58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

vi.hoisted(() => {
  // The reference client reads this when it loads: no lookups at its makers' servers.
  process.env.IS_VITEST = 'true'
})

const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
const [solAlice, solBob] = solanaAccounts.map(({ address }) => address as string) as [
  string,
  string,
]
const evm = foyerDevnet.caipId
const sol = solanaDevnet.caipId
const events = ['chainChanged', 'accountsChanged']
const wishes = {
  eip155: {
    chains: [evm, foyerDevnetTwo.caipId],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_watchAsset'],
    events,
  },
  solana: {
    chains: [sol],
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_getAccounts',
    ],
    events: [],
  },
}

const { newUser, world } = testWorld()
let site: ReferenceSite
let user: TestUser
beforeAll(async () => {
  site = await startReferenceSite(world().relay.url)
})
afterAll(() => site?.stop())
beforeEach(async () => {
  user = await newUser({ viewport: { width: 390, height: 844 } })
})

const openPhone = (uri: string): Promise<Page> =>
  user.open(`${world().phone.url}/?uri=${encodeURIComponent(uri)}`)

async function connect() {
  const { approved, uri } = await site.propose(wishes)
  const phone = await openPhone(uri)
  await approve(phone)
  const session = await approved
  const { topic } = session
  const ask = (chainId: string, method: string, params: unknown) => {
    const answer = site.client.request<unknown>({ topic, chainId, request: { method, params } })
    // The test awaits it later.
    answer.catch(() => undefined)
    return answer
  }
  return { ask, phone, session, topic }
}

async function askSolana<T>(method: string, params: unknown[]): Promise<T> {
  const response = await fetch(world().devnet.solana.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}
async function transfer(lamports: bigint): Promise<string> {
  const { value } = await askSolana<{ value: { blockhash: string } }>('getLatestBlockhash', [
    { commitment: 'confirmed' },
  ])
  return transferSol({ blockhash: value.blockhash, from: solAlice, to: solBob, lamports })
}
/** Returns true if a transaction of one signer has that signer's signature. */
function carriesSignature(transaction: string): boolean {
  const bytes = Buffer.from(transaction, 'base64')
  return isSigned(bytes.subarray(65), bytes.subarray(1, 65), solAlice)
}

test('grants exactly what the user chose', async () => {
  const { approved, uri } = await site.propose(wishes)
  const phone = await openPhone(uri)
  await asks(phone, 'Connect')
  await phone.getByRole('checkbox', { name: /^Foyer Devnet Two/ }).uncheck()
  await phone.getByRole('checkbox', { name: /^Foyer Solana/ }).uncheck()
  await phone.getByRole('checkbox', { name: /^Account 1/ }).check()
  await press(phone, 'Connect')
  const { namespaces } = await approved
  expect(namespaces).toEqual({
    eip155: {
      chains: [evm],
      accounts: [`${evm}:${alice}`, `${evm}:${bob}`],
      methods: wishes.eip155.methods,
      events,
    },
  })
})

test('can not be approved without a network or an account', async () => {
  const { uri } = await site.propose(wishes)
  const phone = await openPhone(uri)
  await asks(phone, 'Connect')
  const connectButton = phone.getByRole('button', { name: 'Connect', exact: true })
  await phone.getByRole('checkbox', { name: /^Account 0, alice/ }).uncheck()
  expect(await connectButton.isDisabled()).toBe(true)
  // A namespace without networks does not ask for accounts.
  await phone.getByRole('checkbox', { name: /^Foyer Solana/ }).uncheck()
  expect(await connectButton.isDisabled()).toBe(false)
})

test('rejects with 5000 after the user declined, and with 5100 for unknown networks', async () => {
  const first = await site.propose(wishes)
  const phone = await openPhone(first.uri)
  await asks(phone, 'Connect')
  await press(phone, 'Reject')
  await expect(first.approved).rejects.toMatchObject({ code: 5000 })

  const cosmos = { chains: ['cosmos:cosmoshub-4'], methods: ['cosmos_signDirect'], events: [] }
  const second = await site.propose({ cosmos })
  await phone.getByRole('textbox', { name: 'Link from a site' }).fill(second.uri)
  await press(phone, 'Connect')
  await phone.getByText('The site requests no network on which this wallet has accounts.').waitFor()
  await press(phone, 'Decline')
  await expect(second.approved).rejects.toMatchObject({ code: 5100 })
})

test('signs in with one click', async () => {
  const { response, uri = '' } = await site.client.authenticate({
    chains: [evm, foyerDevnetTwo.caipId],
    domain: 'site.example',
    uri: 'https://site.example',
    nonce: '12345678',
    statement: 'Welcome back.',
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_sign'],
  })
  const answer = response()
  answer.catch(() => undefined)
  const phone = await openPhone(uri)
  await asks(phone, 'Sign in')
  await phone.getByText('Welcome back.').waitFor()
  await phone.getByRole('radio', { name: /^Account 1/ }).check()
  await press(phone, 'Sign in')
  // The reference client rejects a signature that is not the issuer's.
  const { auths, session } = await answer
  expect(auths?.[0]?.p.iss).toBe(`did:pkh:${evm}:${bob}`)
  expect(session?.namespaces.eip155).toMatchObject({
    chains: [evm, foyerDevnetTwo.caipId],
    accounts: [`${evm}:${bob}`, `${foyerDevnetTwo.caipId}:${bob}`],
    methods: ['eth_sendTransaction', 'personal_sign'],
  })
  await asks(phone, 'Connected sites')
})

test('signs, sends and emits events on Ethereum', async () => {
  const { ask, phone, topic } = await connect()
  const heard = vi.fn()
  site.client.on('session_event', heard)
  const signed = ask(evm, 'personal_sign', ['0x68656c6c6f', alice])
  await asks(phone, 'Sign message')
  await phone.getByText('hello', { exact: true }).waitFor()
  await press(phone, 'Sign')
  const signature = (await signed) as `0x${string}`
  expect(await verifyMessage({ address: alice, message: 'hello', signature })).toBe(true)

  const sent = ask(evm, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x7b' }])
  await asks(phone, 'Send')
  await press(phone, 'Send')
  const hash = (await sent) as `0x${string}`
  const chain = createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
  const { value } = await chain.getTransaction({ hash })
  expect(value).toBe(123n)

  const foreign = ask(evm, 'personal_sign', ['0x00', bob])
  await expect(foreign).rejects.toMatchObject({ code: 3001 })
  const rejected = ask(evm, 'personal_sign', ['0x00', alice])
  await asks(phone, 'Sign message')
  await press(phone, 'Reject')
  await expect(rejected).rejects.toMatchObject({ code: 5000 })

  await phone.getByRole('combobox', { name: 'Ethereum network' }).selectOption('Foyer Devnet Two')
  await vi.waitFor(() =>
    expect(heard).toHaveBeenCalledWith(
      expect.objectContaining({
        params: { chainId: foyerDevnetTwo.caipId, event: { name: 'chainChanged', data: 31338 } },
      }),
    ),
  )
  await phone.getByRole('combobox', { name: 'Ethereum account' }).selectOption({ index: 1 })
  await vi.waitFor(() => {
    const { namespaces } = site.client.session.get(topic)
    expect(namespaces.eip155?.accounts[0]).toBe(`${evm}:${bob}`)
  })
  site.client.off('session_event', heard)
})

test('signs and sends on Solana', async () => {
  const { ask, phone } = await connect()
  const pubkey = solAlice
  expect(await ask(sol, 'solana_getAccounts', {})).toEqual([{ pubkey }])

  const transaction = await transfer(1n)
  const one = ask(sol, 'solana_signTransaction', { transaction, pubkey })
  await asks(phone, 'Sign transaction')
  await press(phone, 'Sign')
  const signed = (await one) as { signature: string; transaction: string }
  expect(carriesSignature(signed.transaction)).toBe(true)
  expect(fromBase58(signed.signature)).toEqual(
    new Uint8Array(Buffer.from(signed.transaction, 'base64').subarray(1, 65)),
  )

  const transactions = [await transfer(2n), await transfer(3n)]
  const all = ask(sol, 'solana_signAllTransactions', { transactions, pubkey })
  await asks(phone, 'Sign 2 transactions')
  await press(phone, 'Sign')
  const list = (await all) as { transactions: string[] }
  expect(list.transactions.map(carriesSignature)).toEqual([true, true])

  const lamports = () =>
    askSolana<{ value: number }>('getBalance', [solBob, { commitment: 'confirmed' }])
  const { value: before } = await lamports()
  const sending = ask(sol, 'solana_signAndSendTransaction', {
    transaction: await transfer(1000n),
    pubkey,
  })
  await asks(phone, 'Send transaction')
  await press(phone, 'Send')
  const sent = (await sending) as { signature: string }
  expect(fromBase58(sent.signature).length).toBe(64)
  await expect.poll(async () => (await lamports()).value - before).toBe(1000)

  const disguised = toBase58(Buffer.from(transaction, 'base64').subarray(65))
  const message = ask(sol, 'solana_signMessage', { message: disguised, pubkey })
  await expect(message).rejects.toMatchObject({ code: -32602 })
})

test('on a public network it signs but does not send', async () => {
  const eip155 = {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: [],
  }
  const { approved, uri } = await site.propose({ eip155 })
  const phone = await openPhone(uri)
  await phone.getByText('signs only').waitFor()
  await approve(phone)
  const { topic } = await approved
  const request = {
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1' }],
  }
  const sending = site.client.request({ topic, chainId: 'eip155:1', request })
  await expect(sending).rejects.toMatchObject({ code: 4901 })
})

test('removes a request when the site stops waiting', async () => {
  const { uri } = await site.propose(wishes)
  const phone = await user.context.newPage()
  await phone.clock.install()
  await phone.goto(`${world().phone.url}/?uri=${encodeURIComponent(uri)}`)
  await asks(phone, 'Connect')
  await phone.clock.fastForward('05:30')
  await asks(phone, 'No connected sites')
  await phone.getByText('The request has expired.').waitFor()
})

test('either side ends a session', async () => {
  const { phone, topic } = await connect()
  await site.client.disconnect({ topic, reason: { code: 6000, message: 'Done' } })
  await asks(phone, 'No connected sites')
  const { approved, uri } = await site.propose(wishes)
  await phone.getByRole('textbox', { name: 'Link from a site' }).fill(uri)
  await press(phone, 'Connect')
  await approve(phone)
  const again = await approved
  const ended = new Promise((resolve) => site.client.once('session_delete', resolve))
  await press(phone, 'Disconnect')
  expect(await ended).toMatchObject({ topic: again.topic })
})
