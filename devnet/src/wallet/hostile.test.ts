import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileKinds } from './hostile/hostileKinds.ts'
import { startWalletPages } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startWalletPages>>
beforeAll(async () => {
  pages = await startWalletPages()
})
afterAll(() => pages.stop())

type Announced = {
  info: { name: string; rdns: string; icon: unknown }
  provider: { request: (args: { method: string }) => Promise<unknown> }
}

/** Opens a page with one hostile wallet; returns its announcement and the results of its methods. */
const look = async (kind: string) => {
  const context = await pages.browser.newContext()
  const { page } = await pages.open(context, { scripts: [`/hostile.js?kind=${kind}`] })
  return page.evaluate(async () => {
    const { announced } = window as unknown as { announced: Announced[] }
    const outcome = async (method: string) => {
      const late = new Promise((resolve) => setTimeout(resolve, 200, 'nothing'))
      try {
        const asked = announced[0]!.provider.request({ method })
        return await Promise.race([asked.then((result) => ({ result })), late])
      } catch (error) {
        return { thrown: error instanceof Error ? { message: error.message } : error }
      }
    }
    return {
      infos: announced.map(({ info: { name, rdns, icon } }) => ({
        name,
        rdns,
        icon: typeof icon === 'string' ? icon.slice(0, 400) : typeof icon,
        length: typeof icon === 'string' ? icon.length : 0,
      })),
      connect: await outcome('eth_requestAccounts'),
      accounts: await outcome('eth_accounts'),
      chainId: await outcome('eth_chainId'),
    }
  })
}

test('every kind announces itself', async () => {
  for (const kind of hostileKinds) {
    expect((await look(kind)).infos.length, kind).toBeGreaterThan(0)
  }
})

test('wrong-rdns claims MetaMask’s id, with markup in its name', async () => {
  const { infos } = await look('wrong-rdns')
  expect(infos[0]).toMatchObject({ rdns: 'io.metamask' })
  expect(infos[0]!.name).toContain('<img src=x onerror=')
})

test('script-name and script-icon have payloads that report when they run', async () => {
  const { infos: names } = await look('script-name')
  expect(names[0]!.name).toMatch(/^<script>window\.foyerPwned=/)
  const { infos: icons } = await look('script-icon')
  expect(icons.map(({ icon }) => icon)).toEqual([
    expect.stringMatching(/^javascript:/),
    expect.stringMatching(/^data:image\/svg\+xml,.*script/),
    expect.stringMatching(/^data:text\/html,/),
    expect.stringMatching(/onerror=/),
    'object',
  ])
})

test('huge-icon has five megabytes', async () => {
  expect((await look('huge-icon')).infos[0]!.length).toBeGreaterThan(5 * 1024 * 1024)
})

test('never, throws and silent-reject give no errors that a site can rely on', async () => {
  expect(await look('never')).toMatchObject({ connect: 'nothing', accounts: 'nothing' })
  const throws = await look('throws')
  expect(throws.connect).toEqual({ thrown: 'no' })
  expect(throws.chainId).toEqual({ thrown: null })
  const silent = await look('silent-reject')
  expect(silent.connect).toEqual({ thrown: undefined })
})

test('liar claims mainnet by id, and returns garbage as accounts', async () => {
  const liar = await look('liar')
  expect(liar.chainId).toEqual({ result: '0x1' })
  expect(liar.accounts).toEqual({ result: null })
  expect(liar.connect).toMatchObject({ result: expect.arrayContaining([42, null]) })
})
