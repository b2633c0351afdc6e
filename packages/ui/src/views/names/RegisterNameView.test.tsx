import { FoyerError } from '@foyer/protocol'
import type { AccountName } from '@foyer/protocol/api'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { address, testFoyer } from '../../testFoyer.test.kit.ts'

const suffix = 'names.example'
type Claim = { coinType: number; address: string; message: string; signature: string }

const nameIn = ({ message }: Claim) => (JSON.parse(message) as { name: string }).name

/** An api in the page with a registry of names: answers `fetch` as `apps/api` does. */
function testRegistry() {
  const pageFetch = globalThis.fetch
  onTestFinished(() => {
    globalThis.fetch = pageFetch
  })
  const server = {
    url: 'https://names.invalid',
    taken: ['garden'],
    /** Wanted labels, in order. */
    asked: [] as string[],
    claims: [] as Claim[],
    /** Instead of the server's own answer. */
    answer: (_path: string): Response | undefined => undefined,
  }
  const refusal = (status: number, code: string) =>
    Response.json({ error: { code, message: code } }, { status })
  const nameOf = (name: string): AccountName => ({
    ...{ name, registeredAt: null, updatedAt: null, attributes: {} },
    addresses: { 60: { address, createdAt: null } },
  })
  globalThis.fetch = async (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (origin !== server.url) return pageFetch(input, init)
    const given = server.answer(pathname)
    if (given) return given
    const wanted = /suggestions\/(.+)$/.exec(pathname)?.[1]
    if (wanted) {
      server.asked.push(wanted)
      const suggestions = [wanted, `my-${wanted}`].map((label) => ({
        name: `${label}.${suffix}`,
        registered: server.taken.includes(label),
      }))
      return Response.json({ suggestions })
    }
    if (pathname === '/v1/profile/account') {
      const claim = JSON.parse(String(init?.body)) as Claim
      server.claims.push(claim)
      return Response.json(nameOf(nameIn(claim)))
    }
    if (pathname.startsWith('/v1/identity/')) {
      const last = server.claims.at(-1)
      const name = last ? nameIn(last) : null
      return Response.json({ name, avatar: null })
    }
    return refusal(404, 'resource-not-found')
  }
  return { ...server, server, refusal }
}

async function open(kit: { locale?: string } = {}) {
  const { refusal, server } = testRegistry()
  const opened = await testFoyer({ options: { apiUrl: server.url } })
  const signed: string[] = []
  Object.assign(opened.foyer.adapters.eip155!, {
    transfers: async () => ({ coinTypes: () => ['60'] }),
    signMessage: async ({ message }: { message: string }) => {
      await opened.wallet.answer()
      signed.push(message)
      return '0xabcd'
    },
  })
  const modal = makeModal(opened.foyer, kit)
  await modal.open('RegisterName')
  return { ...opened, modal, refusal, server, signed }
}
const field = () => page.getByRole('textbox')
const done = (name: string) => page.getByText(`You are \u2066${name}\u2069`)
const submit = () => page.getByRole('button', { name: /^Register/ })

test('[2.12] [7.36] a user chooses a free name, signs, and is shown with it', async () => {
  const { foyer, modal, server, signed } = await open()
  await expectAccessible(modal)
  await field().fill('Sunny')
  await expect.element(page.getByText(`my-sunny.${suffix}`)).toBeVisible()
  await expectAccessible(modal)
  await submit().click()
  await expect.element(done(`sunny.${suffix}`)).toBeVisible()
  await expectAccessible(modal)
  const [claim] = server.claims
  expect(claim).toMatchObject({ coinType: 60, address, signature: '0xabcd' })
  expect(signed).toEqual([claim?.message])
  expect(nameIn(claim!)).toBe(`sunny.${suffix}`)
  expect(foyer.store.get().details.eip155?.profileName).toBe(`sunny.${suffix}`)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText(`sunny.${suffix}`)).toBeVisible()
})

test('[5.16] asks for nothing while the text can not be a name, and says why after the field', async () => {
  const { server } = await open()
  for (const text of ['abc', 'ärger', 'a b c d', '-lead']) {
    await field().fill(text)
    await expect.element(submit()).toBeDisabled()
  }
  await userEvent.tab()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Use at least 4 letters, digits or hyphens.')
  await field().fill('good')
  await expect.element(page.getByText(`my-good.${suffix}`)).toBeVisible()
  expect(server.asked).toEqual(['good'])
})

test('a taken name can not be chosen, one like it can', async () => {
  const { server } = await open()
  await field().fill('garden')
  await expect.element(page.getByText('Taken')).toBeVisible()
  await expect.element(submit()).toBeDisabled()
  await page.getByText(`my-garden.${suffix}`).click()
  await submit().click()
  await expect.element(done(`my-garden.${suffix}`)).toBeVisible()
  expect(server.claims).toHaveLength(1)
})

test('error: a declined signature, a name that was taken meanwhile, too many names and a failing api each have their words', async () => {
  const { refusal, server, wallet } = await open()
  await field().fill('sunny')
  await expect.element(submit()).toBeEnabled()
  const alert = page.getByRole('alert')
  wallet.answer = () => Promise.reject(new FoyerError('user-rejected'))
  await submit().click()
  await expect.element(alert).toHaveTextContent('You declined the signature.')
  wallet.answer = async () => {}
  const refuseClaims = (status: number, code: string) => {
    server.answer = (path) => (path.endsWith('/account') ? refusal(status, code) : undefined)
  }
  refuseClaims(409, 'action-not-allowed')
  await submit().click()
  await expect
    .element(alert)
    .toHaveTextContent('Somebody has just registered this name. Choose another one.')
  refuseClaims(409, 'limit-exceeded')
  await submit().click()
  await expect.element(alert).toHaveTextContent('This account has as many names as it may have.')
  refuseClaims(502, 'rpc-failed')
  await submit().click()
  await expect.element(alert).toHaveTextContent('The name could not be registered.')
  server.answer = () => undefined
  await submit().click()
  await expect.element(done(`sunny.${suffix}`)).toBeVisible()
})

test('error: names that could not be read are asked for again; a site without a registry says so', async () => {
  const { refusal, server } = await open()
  server.answer = () => refusal(400, 'params-invalid')
  await field().fill('sunny')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The names could not be read.')
  server.answer = () => undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(submit()).toBeEnabled()
  server.answer = () => refusal(404, 'resource-not-found')
  await field().fill('other')
  await expect.element(page.getByText('This site gives no names.')).toBeVisible()
})

test('speaks Arabic from right to left, with the name in its own direction', async () => {
  const { modal } = await open({ locale: 'ar' })
  await field().fill('sunny')
  await expect.element(page.getByText('متاح').first()).toBeVisible()
  await expectAccessible(modal)
})

test('keeps what was typed when the language changes', async () => {
  const { modal } = await open()
  await field().fill('sunny')
  await modal.setLocale('ar')
  await expect.element(page.getByText('متاح').first()).toBeVisible()
  await expect.element(field()).toHaveValue('sunny')
})
