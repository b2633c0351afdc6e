import {
  devnetAccounts,
  foyerDevnet,
  solanaAccounts,
  solanaDevnet,
  startEvm,
  startSolana,
} from '@foyer/devnet'
import {
  AccountRole,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as solanaAddress,
} from '@solana/kit'
import type { Frame, Page, Route } from 'playwright'
import { parseEther, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  approveOn,
  cardOf,
  connectKit,
  frameOf,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  otherProject,
  rejectOn,
  startLogin,
  testProject,
} from '../testLogin.test.kit.ts'

import { approveAnywhere, askNode, askWallet, openApproval } from './walletRequests.test.kit.ts'

type Hex = `0x${string}`
const email = 'ann@example.org'
const [bob] = devnetAccounts.slice(-1).map(({ address }) => address as Hex) as [Hex]
let site: LoginSite
let page: Page
let frame: Frame
let address: Hex
let solAddress: string
let rpcUrl: string
let solanaUrl: string
let releases = 0
const stops: (() => Promise<unknown>)[] = []

/** Requests a wallet method as a site does. @returns The result, or the error's code. */
const ask = askWallet
const rpc = askNode

beforeAll(async () => {
  const [evm, solana] = await Promise.all([
    startEvm({ chainId: foyerDevnet.id, port: 0 }),
    startSolana({ port: 0 }),
  ])
  stops.push(
    () => evm.stop(),
    () => solana.stop(),
  )
  rpcUrl = evm.url
  solanaUrl = solana.url
  site = await startLogin({
    chains: new Map([
      [foyerDevnet.caipId, evm.url],
      [solanaDevnet.caipId, solana.url],
    ]),
  })
  stops.push(() => site.stop())
  site.context.on('request', (request) => {
    const isSign = request.postData()?.includes('"purpose":"sign"') === true
    if (request.url().endsWith('/v1/shares/auth/release') && isSign) releases += 1
  })
  page = await openDapp(site.context, site.dappA, site)
  await logIn(page, site, { email })
  const accounts = await connectKit(page)
  address = accounts.eip155 as Hex
  solAddress = accounts.solana
  frame = await frameOf(page, site.login)
  await rpc(rpcUrl, 'anvil_setBalance', [address, `0x${parseEther('10').toString(16)}`])
  await solana.airdrop({ to: solanaAddress(solAddress), amount: 2_000_000_000n })
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})
beforeEach(() => {
  releases = 0
})

const signIn = (change: { domain?: string; uri?: string; nonce?: string } = {}) => {
  const { host } = new URL(site.dappA)
  const { domain = host, nonce = 'abcdef0123456789', uri = site.dappA } = change
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    `${address}\n\nSign in to the test.\n`,
    `URI: ${uri}\nVersion: 1\nChain ID: ${foyerDevnet.id}\nNonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
}

test('[7.6] [T29] signs one sign-in message of the embedding site without a prompt after a login', async () => {
  const getUser = (siwxMessage: string) =>
    inPage(
      page,
      (kit, given) =>
        kit.site.wallet
          .open()
          .then((one) => one.ask('GET_USER', given as never))
          .then(
            ({ signature }) => signature,
            (error: { code: string }) => error.code,
          ),
      { chainId: foyerDevnet.caipId, siwxMessage },
    )
  expect(await getUser(signIn({ domain: 'bank.example' }))).toBe('action-not-allowed')
  expect(await getUser('no sign-in at all')).toBe('action-not-allowed')
  const message = signIn()
  const signature = (await getUser(message)) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  // The next one is asked for.
  const again = getUser(signIn({ nonce: 'abcdef0123456780' }))
  await cardOf(frame).waitFor()
  await rejectOn(frame)
  expect(await again).toBe('user-rejected')
})

test('[T29] [8.11] refuses a sign-in message of another site', async () => {
  const foreign = signIn({ domain: 'bank.example', uri: 'https://bank.example' })
  expect(await ask(page, 'personal_sign', [foreign, address])).toBe('action-not-allowed')
  expect(await cardOf(frame).count()).toBe(0)
  expect(releases).toBe(0)
  const message = signIn()
  const signing = ask(page, 'personal_sign', [message, address])
  await approveAnywhere(page, site)
  expect(await verifyMessage({ address, message, signature: (await signing) as Hex })).toBe(true)
  expect(releases).toBe(1)
})

test('[T09] [5.6] [8.11] refuses each of 40 methods, and shows nothing', async () => {
  await inPage(
    page,
    async (kit, [loginUrl, project]) => {
      kit.raw = await kit.shakeByHand(loginUrl, project)
    },
    [site.login, testProject] as const,
  )
  const methods = [
    ...['eth_sign', 'eth_signTransaction', 'eth_signTypedData', 'eth_signTypedData_v1'],
    ...['eth_signTypedData_v3', 'eth_signAuthorization', 'wallet_addEthereumChain'],
    ...['eth_getEncryptionPublicKey', 'eth_decrypt', 'debug_traceCall', 'debug_traceTransaction'],
    ...['debug_setHead', 'admin_addPeer', 'admin_startHTTP', 'txpool_content', 'txpool_inspect'],
    ...['personal_unlockAccount', 'personal_newAccount', 'personal_importRawKey'],
    ...['personal_sendTransaction', 'personal_ecRecover', 'personal_listAccounts'],
    ...['eth_requestAccounts', 'wallet_requestPermissions', 'wallet_getPermissions'],
    ...['wallet_watchAsset', 'wallet_registerOnboarding', 'wallet_scanQRCode', 'wallet_connect'],
    ...['wallet_switchEthereumChain', 'miner_start', 'trace_call', 'anvil_setBalance'],
    ...['evm_mine', 'hardhat_impersonateAccount', 'eth_subscribe', 'eth_coinbase'],
    ...['constructor', '__proto__', 'toString'],
  ]
  expect(methods).toHaveLength(40)
  const answers = await inPage(
    page,
    (kit, names) =>
      Promise.all(names.map((method) => kit.raw.ask('RPC_REQUEST', { method, params: [] }))),
    methods,
  )
  for (const [index, { p, t }] of answers.entries()) {
    expect(t, methods[index]).toBe('RPC_REQUEST_ERROR')
    expect(p).toMatchObject({
      code: 'rpc-call-not-allowed',
      rpcCode: 4200,
      message: 'Requested RPC call is not allowed',
    })
  }
  expect(await inPage(page, (kit) => kit.raw.pushes)).toEqual([])
})

test('[T11] refuses an RPC URL that the page gives, and never calls it', async () => {
  const chainId = foyerDevnet.caipId
  const evil = site.evil
  const answers = await inPage(
    page,
    (kit, given) =>
      Promise.all([
        kit.raw.ask('SWITCH_NETWORK', { chainId: given.chainId, rpcUrl: given.evil }),
        kit.raw.ask('RPC_REQUEST', {
          method: 'eth_blockNumber',
          params: [],
          rpcUrl: given.evil,
        }),
        kit.raw.ask('GET_USER', { chainId: given.chainId, rpcUrl: given.evil }),
        kit.raw.ask('RPC_REQUEST', { method: 'eth_blockNumber', params: [], chainId: 'eip155:66' }),
      ]),
    { chainId, evil },
  )
  expect(answers.map(({ p }) => (p as { rpcCode?: number }).rpcCode)).toEqual([
    -32_602, -32_602, -32_602, 4902,
  ])
  expect(site.evilHits).toEqual([])
})

test("[7.11] answers read methods from the login site's own nodes or from the wallet itself", async () => {
  expect(await ask(page, 'eth_getBalance', [address, 'latest'])).toBe(
    `0x${parseEther('10').toString(16)}`,
  )
  expect(await ask(page, 'eth_accounts', [])).toEqual([address])
  expect(await ask(page, 'eth_chainId', [])).toBe('0x7a69')
  expect(await ask(page, 'wallet_getCapabilities', [address, ['0x7a69']])).toEqual({
    '0x7a69': { atomic: { status: 'unsupported' } },
  })
  expect(
    await ask(page, 'wallet_getAssets', [{ account: address, chainFilter: ['0x7a69'] }]),
  ).toMatchObject({ '0x7a69': [{ type: 'native', balance: '0x8ac7230489e80000' }] })
  expect(await ask(page, 'wallet_getCallsStatus', ['0x01'])).toBe('bundle-unknown')
  expect(await ask(page, 'eth_sendUserOperation', [{}])).toBe('smart-accounts-unsupported')
  const permission = {
    type: 'native-token-periodic',
    data: { periodAmount: '0x5', periodDuration: 60 },
  }
  const rules = [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 600 } }]
  const wanted = [{ chainId: '0x7a69', to: bob, permission, rules }]
  expect(await ask(page, 'wallet_requestExecutionPermissions', wanted)).toBe(
    'smart-accounts-unsupported',
  )
  // On the network that the page is on, by the account of the login, and no other.
  expect(await ask(page, 'personal_sign', ['0x00', address], { chainId: 'eip155:31338' })).toBe(
    'chain-unrecognised',
  )
  expect(await ask(page, 'personal_sign', ['0x00', bob])).toBe('unauthorized')
  expect(await ask(page, 'eth_sendTransaction', [{ from: bob, to: bob }])).toBe('unauthorized')
  expect(
    await ask(page, 'eth_sendTransaction', [{ from: address, to: bob, authorizationList: [] }]),
  ).toBe('params-invalid')
  expect(releases).toBe(0)
})

test('[7.14] [3.7] names the embedding site as the requester, whatever the request claims', async () => {
  const signing = ask(page, 'personal_sign', ['Good morning', address])
  await cardOf(frame).waitFor()
  const text = await cardOf(frame).innerText()
  expect(text).toContain(new URL(site.dappA).host)
  expect(text).toContain('Good morning')
  // The site's name is only a claim, shown less prominently.
  expect(text).toContain('Uniswap')
  expect(text.indexOf(new URL(site.dappA).host)).toBeLessThan(text.indexOf('Uniswap'))
  await rejectOn(frame)
  expect(await signing).toBe('user-rejected')
})

test('[T27] signs exactly what was shown, and shows two requests one after the other', async () => {
  const both = inPage(
    page,
    async (kit, account) => {
      const wallet = await kit.site.wallet.open()
      const params = ['shown', account]
      const first = wallet.ask('RPC_REQUEST', { method: 'personal_sign', params })
      Object.assign(window, { params })
      const second = wallet.ask('RPC_REQUEST', {
        method: 'personal_sign',
        params: ['second', account],
      })
      return [(await first).result, (await second).result] as Hex[]
    },
    address,
  )
  await cardOf(frame).waitFor()
  await expect.poll(() => cardOf(frame).innerText()).toContain('1 of 2')
  await page.evaluate(() => {
    ;(window as unknown as { params: string[] }).params[0] = 'changed'
  })
  expect(await cardOf(frame).innerText()).toContain('shown')
  await approveOn(page, frame)
  await frame.getByText('second', { exact: true }).waitFor()
  await approveOn(page, frame)
  const [first, second] = (await both) as [Hex, Hex]
  expect(await verifyMessage({ address, message: 'shown', signature: first })).toBe(true)
  expect(await verifyMessage({ address, message: 'changed', signature: first })).toBe(false)
  expect(await verifyMessage({ address, message: 'second', signature: second })).toBe(true)
})

test('[T28] [4.21] closes a request that the page aborted, and signs nothing', async () => {
  const signing = inPage(
    page,
    (kit, account) =>
      kit.site.wallet
        .open()
        .then((one) =>
          one.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', account] }),
        )
        .then(String, (error: { message: string }) => error.message),
    address,
  )
  await frame.locator('.approval-approve').waitFor()
  await inPage(page, (kit) => kit.site.wallet.abortRequests())
  expect(await signing).toBe('Request was aborted')
  await expect.poll(() => cardOf(frame).count()).toBe(0)
  expect(releases).toBe(0)
})

test('fills in, shows and sends a transaction; the node receives the one that was approved', async () => {
  const value = `0x${parseEther('0.5').toString(16)}`
  const sending = ask(page, 'eth_sendTransaction', [{ from: address, to: bob, value }])
  await approveAnywhere(page, site)
  const hash = (await sending) as Hex
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  const sent = await rpc<Record<string, string>>(rpcUrl, 'eth_getTransactionByHash', [hash])
  expect(sent).toMatchObject({ type: '0x2', nonce: '0x0', to: bob.toLowerCase(), value })
  // A transaction that can not succeed is not shown: the node gives the reason.
  expect(await ask(page, 'eth_sendTransaction', [{ from: address, data: '0xfe' }])).toBe(
    'rpc-failed',
  )
})

test('signs typed data', async () => {
  const typed = {
    types: { Note: [{ name: 'words', type: 'string' }] },
    primaryType: 'Note',
    domain: { name: 'Test', version: '1', chainId: foyerDevnet.id },
    message: { words: 'hello' },
  } as const
  const signing = ask(page, 'eth_signTypedData_v4', [address, JSON.stringify(typed)])
  await openPopupIfNeeded()
  const signature = (await signing) as Hex
  expect(await verifyTypedData({ ...typed, address, signature })).toBe(true)
})

test('[6.2] sends a bundle of calls one by one, after one approval', async () => {
  const calls = [
    { to: bob, value: '0x1' },
    { to: bob, value: '0x2' },
    { to: bob, value: '0x3' },
  ]
  const bundle = { version: '2.0.0', chainId: '0x7a69', from: address, calls }
  expect(await ask(page, 'wallet_sendCalls', [{ ...bundle, atomicRequired: true }])).toBe(
    'atomicity-unsupported',
  )
  // A request that can not succeed is not shown.
  const doomed = [...calls, { data: '0xfe' }]
  expect(await ask(page, 'wallet_sendCalls', [{ ...bundle, calls: doomed }])).toBe('rpc-failed')
  const before = releases
  const sending = ask(page, 'wallet_sendCalls', [{ ...bundle, atomicRequired: false }])
  const place = await openApproval(page, site)
  await cardOf(place).getByText('They are sent one by one.').waitFor()
  await approveAnywhere(page, site, place)
  const { id } = (await sending) as { id: string }
  expect(releases - before).toBe(1)
  const status = await ask(page, 'wallet_getCallsStatus', [id])
  expect(status).toMatchObject({ id, atomic: false, chainId: '0x7a69', status: 200 })
  expect((status as { receipts: object[] }).receipts).toHaveLength(3)
})

const openPopupIfNeeded = (of = page) => approveAnywhere(of, site)

/** Messages to the site about its windows. */
const windowsOf = (of: Page) =>
  inPage(of, (kit) =>
    kit.site.told.flatMap(({ event, name }) =>
      name === 'window' ? [(event as { window: string }).window] : [],
    ),
  )

test('[T25] approves transfers of value in a popup on every site, and tells the site when the popup has loaded', async () => {
  const other = await openDapp(site.context, site.dappB, { ...site, projectId: otherProject })
  await logIn(other, site, { email })
  await connectKit(other)
  const value = `0x${parseEther('0.1').toString(16)}`
  const sending = ask(other, 'eth_sendTransaction', [{ from: address, to: bob, value }])
  await openPopupIfNeeded(other)
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await windowsOf(other)).toEqual(['opening', 'open'])
  expect(await cardOf(await frameOf(other, site.login)).count()).toBe(0)
  await other.close()
})

/** A transaction that sends 0.001 SOL of this account. */
async function solanaTransfer(): Promise<string> {
  const { value } = await rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
    solanaUrl,
    'getLatestBlockhash',
    [],
  )
  const [to] = solanaAccounts
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, 1_000_000n, true)
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (one) => setTransactionMessageFeePayer(solanaAddress(solAddress), one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
        one,
      ),
    (one) =>
      appendTransactionMessageInstruction(
        {
          programAddress: solanaAddress('11111111111111111111111111111111'),
          accounts: [
            { address: solanaAddress(solAddress), role: AccountRole.WRITABLE_SIGNER },
            { address: solanaAddress(String(to?.address)), role: AccountRole.WRITABLE },
          ],
          data,
        },
        one,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

test('[T20] approves no transfer of value in a frame of an untrusted site, which may be masked or clipped', async () => {
  const other = await openDapp(site.context, site.dappB, { ...site, projectId: otherProject })
  await logIn(other, site, { email })
  await connectKit(other)
  await inPage(
    other,
    async (kit, [loginUrl, project]) => {
      kit.raw = await kit.shakeByHand(loginUrl, project)
    },
    [site.login, otherProject] as const,
  )
  const element = other.locator('body > iframe')
  const inside = (await (await element.elementHandle())?.contentFrame()) as Frame
  const permit = {
    types: {
      Permit: [
        ...['owner', 'spender'].map((name) => ({ name, type: 'address' })),
        ...['value', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' })),
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Coin', version: '1', chainId: foyerDevnet.id, verifyingContract: bob },
    message: { owner: address, spender: bob, value: '1', nonce: '0', deadline: '9999999999' },
  }
  const call = { to: bob, value: '0x1' }
  const bundle = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: false }
  const pubkey = solAddress
  const onSolana = { chainId: solanaDevnet.caipId, chainNamespace: 'solana' }
  const requests = [
    { method: 'eth_sendTransaction', params: [{ from: address, ...call }] },
    { method: 'eth_signTypedData_v4', params: [address, permit] },
    { method: 'wallet_sendCalls', params: [{ ...bundle, calls: [call, call] }] },
    {
      ...{ method: 'solana_signAndSendTransaction', ...onSolana },
      params: { transaction: await solanaTransfer(), pubkey },
    },
  ]
  const pushed = () => inPage(other, (kit) => kit.raw.pushes.map(({ t }) => t))
  for (const css of [
    'mask-image:linear-gradient(#000,#000);mask-size:100% 30%;mask-repeat:no-repeat',
    'clip-path:path(evenodd,"M0 0H360V640H0Z M20 20H340V300H20Z")',
  ]) {
    const style = `position:fixed;inset:0;border:0;width:360px;height:640px;${css}`
    await element.evaluate((frame, text) => {
      frame.style.cssText = text
    }, style)
    for (const request of requests) {
      await inPage(
        other,
        (kit, asked) => {
          kit.raw.pushes.length = 0
          kit.kept.asked = kit.raw.ask('RPC_REQUEST', asked).then(({ p }) => p.code)
        },
        request,
      )
      await expect.poll(pushed).not.toEqual([])
      for (const y of [100, 300, 500, 560, 600])
        for (const x of [90, 180, 270]) await other.mouse.click(x, y)
      expect(await pushed(), request.method).toEqual(['POPUP_NEEDED'])
      expect(await cardOf(inside).count()).toBe(0)
      expect(await inside.locator('button').count()).toBe(0)
      await inPage(other, (kit) => kit.raw.ask('RPC_ABORT', {}))
      expect(await inPage(other, (kit) => kit.kept.asked)).toBe('request-aborted')
    }
  }
  expect(releases).toBe(0)
  await other.close()
})

test('signs messages and sends a transaction on Solana', async () => {
  const transaction = await solanaTransfer()
  const sending = ask(
    page,
    'solana_signAndSendTransaction',
    { transaction, pubkey: solAddress },
    { chainId: solanaDevnet.caipId, chainNamespace: 'solana' },
  )
  await openPopupIfNeeded()
  const { signature } = (await sending) as { signature: string }
  await expect
    .poll(() =>
      rpc<{ value: ({ err: unknown } | null)[] }>(solanaUrl, 'getSignatureStatuses', [[signature]]),
    )
    .toMatchObject({ value: [{ err: null }] })
})

test('[T07] sends nothing to the next page and signs nothing when the page navigates while a request is pending', async () => {
  const record = () => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    Object.assign(window, { heard })
  }
  for (const isApproved of [false, true]) {
    releases = 0
    const other = await openDapp(site.context, site.dappA, site)
    await connectKit(other)
    await other.evaluate(record)
    await other.addInitScript(record)
    const inside = await frameOf(other, site.login)
    const sent = await rpc(rpcUrl, 'eth_getTransactionCount', [address, 'pending'])
    let held: Route | undefined
    await other.route('**/v1/shares/auth/release', (route) => {
      held = route
    })
    await inPage(
      other,
      (kit, params) => {
        kit.kept.sign = kit.site.wallet
          .open()
          .then((one) => one.ask('RPC_REQUEST', { method: 'eth_sendTransaction', params }))
          .catch(() => {})
      },
      [{ from: address, to: bob, value: '0x1' }],
    )
    await inside.locator('.approval-approve').waitFor()
    if (isApproved) {
      await approveOn(other, inside)
      await expect.poll(() => held).toBeDefined()
    }
    // Its answers go to a port, which dies with the page, and never to the window.
    expect(await other.evaluate('heard')).toEqual([])
    await other.goto(`${site.dappA}/blank`)
    // Unless the browser has cancelled the request, its answer comes now.
    await held?.continue().catch(() => {})
    await other.waitForTimeout(500)
    expect(await other.evaluate('heard')).toEqual([])
    expect(await rpc(rpcUrl, 'eth_getTransactionCount', [address, 'pending'])).toBe(sent)
    expect(releases).toBe(isApproved ? 1 : 0)
    await other.close()
  }
})

test('[T26] shows no request for a minute after three rejections in a minute, even in a recreated frame', async () => {
  const other = await openDapp(site.context, site.dappA, site)
  await connectKit(other)
  const inside = await frameOf(other, site.login)
  for (let turn = 0; turn < 3; turn++) {
    const signing = ask(other, 'personal_sign', [`please ${turn}`, address])
    await cardOf(inside).waitFor()
    await rejectOn(inside)
    expect(await signing).toBe('user-rejected')
    await expect.poll(() => cardOf(inside).count()).toBe(0)
  }
  expect(await ask(other, 'personal_sign', ['please', address])).toBe('user-rejected')
  expect(await cardOf(inside).count()).toBe(0)
  await inPage(other, (kit) => kit.site.wallet.open().then((one) => one.reload()))
  expect(await ask(other, 'personal_sign', ['please', address])).toBe('user-rejected')
  expect(await cardOf(await frameOf(other, site.login)).count()).toBe(0)
  expect(releases).toBe(0)
  await other.close()
})

test('[T25] notices at once when a popup is closed before it has loaded; the request stays open', async () => {
  const other = await openDapp(site.context, site.dappB, { ...site, projectId: otherProject })
  await logIn(other, site, { email })
  await connectKit(other)
  const sending = ask(other, 'eth_sendTransaction', [{ from: address, to: bob, value: '0x1' }])
  const isTold = () => inPage(other, (kit) => kit.site.told.some(({ name }) => name === 'popup'))
  await expect.poll(isTold).toBe(true)
  await inPage(other, (kit) => {
    const { event } = kit.site.told.find(({ name }) => name === 'popup') ?? {}
    const element = document.createElement('button')
    element.textContent = 'Open'
    element.addEventListener('click', () => (event as { open(): boolean }).open())
    const closing = document.createElement('button')
    closing.textContent = 'Shut'
    // A window is found again by its name.
    closing.addEventListener('click', () => window.open('', 'foyer-popup')?.close())
    document.body.append(element, closing)
  })
  // Its clock stands still: no window of it is ever late.
  await other.evaluate(() => {
    const at = performance.now()
    performance.now = () => at
  })
  const open = () => other.getByRole('button', { name: 'Open' }).click()
  // Its server never answers, and it is closed during the wait.
  await site.context.route('**/popup', () => {}, { times: 1 })
  await open()
  expect(await windowsOf(other)).toEqual(['opening'])
  await other.getByRole('button', { name: 'Shut' }).click()
  await expect.poll(() => windowsOf(other)).toEqual(['opening', 'closed'])
  // Opened again it is approved.
  const [again] = await Promise.all([site.context.waitForEvent('page'), open()])
  await approveOn(again, again)
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
  await other.close()
})
