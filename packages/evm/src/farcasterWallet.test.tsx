import type { Connector } from '@foyer/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { discover } from './discover.ts'
import { announceFarcaster, findFarcasterWallet } from './farcasterWallet.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const { origin } = window.location

/** A page in a frame, and the Farcaster app around it, which answers as the app's own library does. */
function openMiniApp(answers: Record<string, unknown> = { eth_requestAccounts: [account] }) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentWindow!
  const methods: string[] = []
  const reply = (message: object) => page.postMessage(message, origin)
  const listen = ({ data }: MessageEvent) => {
    const { argumentList, id, path, type } = Object(data)
    if (type === 'GET' && path[0] === 'context')
      reply({ id, type: 'RAW', value: { client: { clientFid: 9152 }, user: { fid: 1 } } })
    if (type !== 'APPLY') return
    const [{ value: request }] = argumentList
    methods.push(request.method)
    const answer = answers[request.method]
    const { id: requestId } = request
    const value =
      answer === undefined
        ? { jsonrpc: '2.0', id: requestId, error: { code: 4001, message: 'Refused' } }
        : { jsonrpc: '2.0', id: requestId, result: answer }
    reply({ id, type: 'RAW', value })
  }
  window.addEventListener('message', listen)
  onTestFinished(() => {
    window.removeEventListener('message', listen)
    frame.remove()
  })
  return { methods, page, reply }
}

/** Finds the app's wallet until the test ends. */
function find(page: Window, origins?: string[]) {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  return findFarcasterWallet(page, { signal: ending.signal, origins })
}

test('finds the wallet of the app around the page, and passes on its answers, errors and events', async () => {
  const { methods, page, reply } = openMiniApp()
  const provider = (await find(page, [origin]))!
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 })
  expect(methods).toEqual(['eth_requestAccounts', 'personal_sign'])
  const changed = new Promise((resolve) => provider.on?.('accountsChanged', resolve))
  reply({ type: 'frameEthProviderEvent', event: 'accountsChanged', params: [[account]] })
  expect(await changed).toEqual([account])
})

test('asks only the apps that the site names', async () => {
  const { methods, page } = openMiniApp()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const finding = find(page, ['https://farcaster.example'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await finding).toBeUndefined()
  expect(methods).toEqual([])
})

test('ignores answers of another window', async () => {
  const { page } = openMiniApp()
  const stranger = document.createElement('iframe')
  document.body.append(stranger)
  onTestFinished(() => stranger.remove())
  const provider = (await find(page, [origin]))!
  const changed = vi.fn()
  provider.on?.('accountsChanged', changed)
  const strange = { type: 'frameEthProviderEvent', event: 'accountsChanged', params: [['0x0']] }
  const event = new MessageEvent('message', {
    data: strange,
    origin,
    source: stranger.contentWindow,
  })
  page.dispatchEvent(event)
  expect(changed).not.toHaveBeenCalled()
})

test('speaks with an app of a phone through its bridge', async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const page = frame.contentWindow! as Window & {
    ReactNativeWebView?: { postMessage(text: string): void }
  }
  const answer = (data: object) =>
    page.document.dispatchEvent(new MessageEvent('FarcasterFrameCallback', { data }))
  page.ReactNativeWebView = {
    postMessage(text) {
      const { id, type } = JSON.parse(text)
      const value = type === 'GET' ? { client: {} } : { result: [account] }
      answer({ id, type: 'RAW', value })
    },
  }
  const provider = (await find(page))!
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([account])
})

/** The app around this very page: its code runs in the window around it, which answers for itself. */
function openAppAround() {
  const script = window.parent.document.createElement('script')
  script.textContent = `
    const answer = ({ data, source, origin }) => {
      const { id, type, argumentList } = Object(data)
      const results = { eth_requestAccounts: ['${account}'], eth_chainId: '0xa' }
      if (type === 'GET') source.postMessage({ id, type: 'RAW', value: { client: {} } }, origin)
      if (type === 'APPLY') {
        const result = results[argumentList[0].value.method]
        source.postMessage({ id, type: 'RAW', value: { result } }, origin)
      }
    }
    addEventListener('message', answer)
    document.currentScript.onend = () => removeEventListener('message', answer)`
  window.parent.document.head.append(script)
  onTestFinished(() => {
    ;(script as unknown as { onend: () => void }).onend()
    script.remove()
  })
}

test('lists the wallet as installed, and connects it, where the site asks for it', async () => {
  openAppAround()
  onTestFinished(announceFarcaster({ origins: [window.parent.origin] }))
  const find = () =>
    new Promise<Connector>((resolve) => {
      onTestFinished(discover(resolve, { injected: false }))
    })
  const found = await find()
  // A kit that starts later finds it, too.
  expect(await find()).toMatchObject({ name: 'Farcaster' })
  expect(found).toMatchObject({ name: 'Farcaster', type: 'ANNOUNCED' })
  const { signal } = new AbortController()
  const session = await found.connect({ namespace: 'eip155', signal } as never)
  expect(session).toMatchObject({ accounts: [{ address: account }], chainId: 'eip155:10' })
})
