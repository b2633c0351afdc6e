import {
  devnetAccounts,
  devnetTokens,
  foyerDevnet,
  solanaAccounts,
  solanaDevnet,
} from '@foyer/devnet'
import { waitMs } from '@foyer/devnet/waitMs'
import type { FoyerModalElement } from '@foyer/ui'
import type { Page } from 'playwright'
import {
  createPublicClient,
  encodeFunctionData,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { asks, connectPhone, press } from './phoneSteps.ts'
import { answerWallet, card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const [alice, bob, mallory] = devnetAccounts.map(({ address }) => address) as `0x${string}`[]
const [usdc, wbtc] = devnetTokens
const abi = parseAbi(['function transfer(address,uint256)', 'function approve(address,uint256)'])
const chain = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
/** Text that only the decoder's code has. */
const decoderText = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'

const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => card(page).getByRole('heading', { name, exact: true })

/** The texts of all scripts that a page fetches from now on. */
function recordScripts(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(bodies)).join('\n')
}

/** Opens the demo page, on which a card waits for the chain longer than five seconds: a busy machine is slower. */
async function openPatient(url: string): Promise<Page> {
  const page = await open(url)
  await page.evaluate((longer) => {
    const start = setTimeout
    const patient = (run: () => void, ms = 0) => start(run, ms === 5_000 ? longer : ms)
    Object.assign(globalThis, { setTimeout: patient })
  }, waitMs)
  return page
}

/** Opens the demo page with the wallet connected, and previews unless `off`. */
async function connected(off = false): Promise<Page> {
  return connect(await openPatient(evmOnly(`/?mode=dialog${off ? '' : '&preview=true'}`)))
}

/** Connects the wallet of a page with one namespace. */
async function connect(page: Page): Promise<Page> {
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  return page
}

/**
 * Asks the wallet through the connection's own provider, as the site's other libraries do.
 *
 * @returns The answer, or the number of the error.
 */
function request(page: Page, method: string, params: unknown[]): Promise<unknown> {
  return requestInOrder(page, method, [params]).then(([answer]) => answer)
}

/** Makes requests one right after the other, and returns the answers. */
function requestInOrder(page: Page, method: string, all: unknown[][]): Promise<unknown[]> {
  return page.evaluate(
    async ([name, given]) => {
      const element = document.querySelector<FoyerModalElement>('foyer-modal')
      const connection = element?.modal?.foyer.store.get().connections.eip155
      if (connection?.status !== 'connected') throw new Error('no wallet is connected')
      const { provider } = connection
      return Promise.all(
        given.map((params) =>
          provider
            .request({ method: name, params })
            .catch(({ rpcCode, code }: { rpcCode?: number; code?: unknown }) => rpcCode ?? code),
        ),
      )
    },
    [method, all] as const,
  )
}

/** Holds the button until it may be released. */
async function hold(page: Page): Promise<void> {
  await button(page, 'Hold to continue').hover()
  await page.mouse.down()
  await button(page, 'Let go').waitFor()
  await page.mouse.up()
}

const isReady = (page: Page, name: string) =>
  card(page).getByRole('button', { name, exact: true, disabled: false }).waitFor()

test('a transfer is shown with amount and receiver, and reaches the wallet on Continue', async () => {
  const page = await connected()
  const before = await chain().getBalance({ address: bob! })
  const send = ask(page, 'Send a transaction')
  await send.getByRole('textbox', { name: 'To' }).fill(bob!)
  await send.getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await send.getByRole('button', { name: /^Send/ }).click()
  const { symbol } = foyerDevnet.nativeCurrency
  await title(page, `Send ${symbol}`).waitFor()
  await card(page).getByText(`−1.25 ${symbol}`).waitFor()
  await card(page).getByText('As seen when it was tried just now.').waitFor()
  await card(page).getByText('Network fee, about').waitFor()
  await card(page).getByText('Foyer Dev Wallet will ask you to confirm.').waitFor()
  await isReady(page, 'Continue')
  await answerWallet(page, () => button(page, 'Continue').click(), 'Send')
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await chain().getBalance({ address: bob! })) - before).toBe(parseEther('1.25'))
})

test('Cancel rejects with 4001, and the wallet is not asked', async () => {
  const page = await connected()
  const asked: unknown[] = []
  page.on('popup', (popup) => asked.push(popup.url()))
  const answer = request(page, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }])
  await button(page, 'Cancel').click()
  expect(await answer).toBe(4001)
  await card(page).waitFor({ state: 'hidden' })
  // So does closing the card.
  const second = request(page, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }])
  await button(page, 'Cancel').waitFor()
  await page.keyboard.press('Escape')
  expect(await second).toBe(4001)
  expect(asked).toEqual([])
})

test('an unlimited allowance asks to hold, and a click is not enough', async () => {
  const page = await connected()
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [mallory!, maxUint256] })
  const answer = request(page, 'eth_sendTransaction', [{ from: alice, to: usdc!.address, data }])
  await title(page, 'Allow spending of USDC').waitFor()
  await card(page).getByText('Unlimited USDC').waitFor()
  await card(page).getByText('There is no limit').waitFor()
  await isReady(page, 'Hold to continue')
  await button(page, 'Hold to continue').click()
  await answerWallet(page, () => hold(page), 'Send')
  expect(await answer).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a multicall that takes several tokens is held back until the user understands and holds', async () => {
  const page = await connected()
  const take = (token: `0x${string}`) => ({
    to: token,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [mallory!, 1_000_000n] }),
  })
  const bundle = {
    version: '2.0.0',
    chainId: `0x${foyerDevnet.id.toString(16)}`,
    from: alice,
    atomicRequired: true,
    calls: [take(usdc!.address), take(wbtc!.address)],
  }
  const answer = request(page, 'wallet_sendCalls', [bundle])
  await card(page).getByText('This looks like a drain').waitFor()
  await card(page).getByText('Several things leave your account, and nothing comes back.').waitFor()
  await card(page).getByText('−1 USDC').waitFor()
  await card(page).getByText('−0.01 WBTC').waitFor()
  expect(await button(page, 'Hold to continue').isDisabled()).toBe(true)
  await card(page).getByRole('checkbox').check()
  await isReady(page, 'Hold to continue')
  // Only now the wallet is asked.
  await answerWallet(page, () => hold(page), 'Reject')
  expect(await answer).toBe(4001)
})

test('a permit without limit is held back, with the reason', async () => {
  const page = await connected()
  const data = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', chainId: foyerDevnet.id, verifyingContract: usdc!.address },
    message: {
      owner: alice,
      spender: mallory,
      value: String(maxUint256),
      nonce: '0',
      deadline: '99999999999',
    },
  }
  const answer = request(page, 'eth_signTypedData_v4', [alice, JSON.stringify(data)])
  await title(page, 'Allow spending of USDC').waitFor()
  await card(page).getByText('With this signature alone').waitFor()
  await button(page, 'Cancel').click()
  expect(await answer).toBe(4001)
})

test('the wallet gets what was shown, although the site changes its object meanwhile', async () => {
  const page = await connected()
  await page.evaluate(
    ([from, to]) => {
      const element = document.querySelector<FoyerModalElement>('foyer-modal')
      const connection = element?.modal?.foyer.store.get().connections.eip155
      if (connection?.status !== 'connected') throw new Error('no wallet is connected')
      const transaction = { from, to, value: '0xde0b6b3a7640000' }
      const holder = { transaction }
      connection.provider
        .request({ method: 'eth_sendTransaction', params: [transaction] })
        .catch(() => {})
      // In the same turn, and again while it is shown.
      transaction.value = '0x8ac7230489e80000'
      Object.assign(window, { change: () => (holder.transaction.value = '0x56bc75e2d63100000') })
    },
    [alice, bob] as const,
  )
  const { symbol } = foyerDevnet.nativeCurrency
  await card(page).getByText(`−1 ${symbol}`).waitFor()
  await page.evaluate(() => (window as unknown as { change: () => void }).change())
  await isReady(page, 'Continue')
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Continue').click()])
  await popup.getByText(`1 ${symbol}`, { exact: true }).first().waitFor()
  await popup.getByRole('button', { name: 'Reject' }).click()
})

test('two requests are shown one after the other', async () => {
  const page = await connected()
  const transfer = (value: bigint) => [{ from: alice, to: bob, value: toHex(value) }]
  const values = [parseEther('0.1'), parseEther('0.2')]
  const answers = requestInOrder(page, 'eth_sendTransaction', values.map(transfer))
  await card(page).getByText('1 more after this one.').waitFor()
  await card(page).getByText('−0.1 ETH').waitFor()
  await button(page, 'Cancel').click()
  await card(page).getByText('−0.2 ETH').waitFor()
  expect(await card(page).getByText('1 more after this one.').count()).toBe(0)
  await button(page, 'Cancel').click()
  expect(await answers).toEqual([4001, 4001])
  await card(page).waitFor({ state: 'hidden' })
})

test('a transfer on Solana is shown, and reaches the wallet', async () => {
  const cluster = solanaDevnet.caipId.slice('solana:'.length)
  const page = await connect(await openPatient(`/?mode=dialog&preview=true&networks=${cluster}`))
  const asked = ask(page, 'Send tokens')
  await asked.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await asked.getByRole('textbox', { name: 'To' }).fill(solanaAccounts[1]!.address)
  await asked.getByRole('button', { name: /^Send/ }).click()
  await title(page, 'Send SOL').waitFor()
  await card(page).getByText('−0.5 SOL').waitFor()
  await isReady(page, 'Continue')
  await answerWallet(page, () => button(page, 'Continue').click(), 'Send')
  await asked.getByText(/Mined in block \d+/).waitFor()
})

test('a mobile wallet is asked after the preview', async () => {
  const site = await openPatient('/?mode=dialog&preview=true')
  await site.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { phone } = await connectPhone(site, world())
  const send = ask(site, 'Send a transaction')
  await send.getByRole('textbox', { name: 'To' }).fill(bob!)
  await send.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await send.getByRole('button', { name: /^Send/ }).click()
  await card(site).getByText('−0.25 ').waitFor()
  await isReady(site, 'Continue')
  await button(site, 'Continue').click()
  await asks(phone, 'Send')
  await press(phone, 'Send')
  await send.getByText(/Mined in block \d+/).waitFor()
})

test('no code of the decoder is fetched without the option, nor before the first request', async () => {
  const plain = await connected(true)
  const ofPlain = recordScripts(plain)
  await plain.reload()
  const sign = ask(plain, 'Send a transaction').getByRole('button', { name: /^Send/ })
  await answerWallet(plain, () => sign.click(), 'Reject')
  expect(await ofPlain()).not.toContain(decoderText)

  // The same user, who is still connected.
  const page = await plain.context().newPage()
  const scripts = recordScripts(page)
  await page.goto(`${world().site.url}${evmOnly('/?mode=dialog&preview=true')}`)
  await ask(page, 'Send a transaction').getByRole('button', { name: /^Send/ }).waitFor()
  expect(await scripts()).not.toContain(decoderText)
  await ask(page, 'Send a transaction').getByRole('button', { name: /^Send/ }).click()
  await isReady(page, 'Continue')
  expect(await scripts()).toContain(decoderText)
})
